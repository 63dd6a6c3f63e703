// What the story has to do with the moves: how much of it has not been seen yet, a number at its place in the bar of a
// phone, said politely; one step back in it; a line of one's own that stands ready, which goes with an act of one tap, too.
// And what is kept true of the moves whatever comes: on a phone their place, and what stands within a pick.
const $ = (id) => document.getElementById(id);
const page = $("page");
const words = document.createElement("span");
words.className = "sr";
const wide = matchMedia("(min-width: 62rem)"), tablet = matchMedia("(min-width: 46rem)");
let seen;

// Whether the story is in view is read from the place that is chosen: to ask for its boxes would lay the page out once more.
const inView = (place) => wide.matches || place.checked || (tablet.matches && $("at-scene").checked);

function count() {
  const place = $("at-story");
  const log = $("log");
  if (!place || !log) return;
  const badge = place.parentNode.querySelector("[role=status]");
  const lines = [...log.querySelectorAll("li[id]")].map((each) => each.id);
  // Where it is seen, nothing in it is unread.
  if (!seen || inView(place)) seen = new Set(lines);
  const unread = lines.filter((each) => !seen.has(each)).length;
  // The page keeps its last lines alone: where all are new there may be more.
  const fresh = unread && unread === lines.length ? `${unread}+` : `${unread || ""}`;
  if ((badge.textContent || "").split(" ")[0] === fresh) return;
  if (fresh) badge.className = "tag";
  else badge.removeAttribute("class");
  words.textContent = place.closest("nav").dataset.unread;
  badge.replaceChildren(...(fresh ? [`${fresh} `, words] : []));
}

// The stage ends where it ended in the last moment of its kind, unless it would have to be higher by a picture (128 pixels)
// or the page would grow beyond a screen and a half, with room for chances that are still to come. What a draft or a tap
// changes below it, and a welcome that goes with the next moment, are no reason. Where there is room for two lines more, words that
// are cut at their first have them.
const ends = {};
let last;
function steady() {
  const stage = $("stage"), root = document.documentElement;
  if (!stage?.offsetHeight || last === (last = $("wait").textContent + stage.textContent)) return;
  root.style.removeProperty("--stage");
  delete root.dataset.kept;
  if (tablet.matches || $("welcome")) return;
  const { bottom, height } = stage.getBoundingClientRect();
  const kind = stage.closest("main").dataset.moment + !stage.querySelector(".dice");
  const more = ends[kind] - bottom - scrollY;
  const kept = more > 0 && more < 128 && root.scrollHeight + more < 1.45 * innerHeight ? more : 0;
  ends[kind] = bottom + scrollY + kept;
  if (kept) root.style.setProperty("--stage", `${height + kept}px`);
  if (kept > 52) root.dataset.kept = "";
}

// What stands within a pick can be chosen as far as that holds it; words are asked for if it holds anything.
function settle() {
  for (const row of page.querySelectorAll("[data-within]")) {
    const controls = [...row.querySelectorAll("input, textarea")];
    if (!controls.length) continue;
    const held = [...controls[0].form.elements].filter((each) => each.name === row.dataset.within && each.checked);
    for (const each of controls) {
      if (each.type === "checkbox" || each.type === "radio") {
        const far = each.parentNode.toggleAttribute("hidden", !held.some((one) => one.value === each.value));
        each.checked &&= !far;
      } else {
        row.toggleAttribute("hidden", !held.length);
        each.required = !row.hidden && each.minLength > 0;
      }
    }
  }
}

function look() {
  count();
  settle();
  requestAnimationFrame(steady); // once the page has turned to the scene
}
look();
document.documentElement.dataset.settled = ""; // from here on that is shown and hidden here
addEventListener("change", look);
// A view takes away what is hidden here, and that may be all it changes.
new MutationObserver(look).observe(page, { childList: true, subtree: true, attributeFilter: ["hidden"] });

addEventListener("formdata", ({ target, formData }) => {
  if (target.dataset.do !== "act" || formData.has("said")) return;
  const lines = target.closest(".tray")?.querySelectorAll("[name=said]") || [];
  const line = [...lines].find((each) => each.offsetHeight);
  if (line) formData.set("said", line.value);
});

// One step back: what came before in the log stands in the line of a bot's turn, until the next view brings its own.
let back = 0, newest;
addEventListener("click", ({ target }) => {
  if (!target.closest("#do-before")) return;
  const lines = [...$("log").children];
  back = newest === lines.at(-1).id ? Math.min(back + 1, lines.length - 1) : 1;
  newest = lines.at(-1).id;
  const line = lines.at(-1 - back);
  const [by, words] = line.children;
  $("beat").textContent = $("said").textContent = words ? `${by.textContent} ${words.firstChild.textContent}` : line.textContent;
});
