// What the story has to do with the moves: how much of it has not been seen yet, a number at its place in the bar of a
// phone, said politely; and a line of one's own that stands ready, which goes with an act of one tap, too.
const page = document.getElementById("page");
const words = document.createElement("span");
words.className = "sr";
const wide = matchMedia("(min-width: 62rem)"), tablet = matchMedia("(min-width: 46rem)");
let seen;

// Whether the story is in view is read from the place that is chosen: to ask for its boxes would lay the page out once more.
const inView = (place) => wide.matches || place.checked || (tablet.matches && document.getElementById("at-scene").checked);

function count() {
  const place = document.getElementById("at-story");
  const log = document.getElementById("log");
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

count();
document.addEventListener("change", count);
new MutationObserver(count).observe(page, { childList: true, subtree: true });

document.addEventListener("formdata", ({ target, formData }) => {
  if (target.dataset.do !== "act" || formData.has("said")) return;
  const lines = target.closest(".tray")?.querySelectorAll("[name=said]") || [];
  const line = [...lines].find((each) => each.offsetHeight);
  if (line) formData.set("said", line.value);
});
