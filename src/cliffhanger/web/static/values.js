// What can be overruled, in words: looked for while somebody names a value, so that no page has to carry it.
const MOST = 8; // on a phone the fields below stay in reach
const known = new Map(); // by what is shown, in small letters: its path, and what it was
const list = document.createElement("div");
const bare = (words) => words.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join(" ");
const field = () => document.getElementById("rule-path");
const read = () => ({ true: field().dataset.yes, false: field().dataset.no });
let asking, soon, row;
list.id = "rule-found";
list.className = "one-tap";

// The page is redrawn around it; a row that had the focus has it still.
function stay() {
  const it = field();
  if (it && it.nextElementSibling !== list) it.after(list);
  if (row && document.activeElement === document.body) row.focus({ preventScroll: true });
}
document.addEventListener("focusin", ({ target }) => { row = list.contains(target) && target; });
document.addEventListener("pointerdown", () => { row = null; });
new MutationObserver(stay).observe(document.getElementById("page"), { childList: true, subtree: true });

// What was asked for is not wanted any more.
function hush() {
  clearTimeout(soon);
  if (asking) asking.abort();
  list.replaceChildren();
}

export async function offer(asked) {
  stay();
  if (asked.value.includes("/")) return hush(); // a path is known already
  if (asking) asking.abort();
  const mine = asking = new AbortController();
  const secret = new URLSearchParams(location.hash.slice(1)).get("s");
  let found;
  try {
    const answer = await fetch(`${asked.dataset.from}?q=${encodeURIComponent(asked.value)}`, {
      headers: secret ? { authorization: `Bearer ${secret}` } : {}, signal: mine.signal,
    });
    if (!answer.ok) return;
    found = await answer.text();
  } catch { return; } // a path can be typed as well
  if (mine.signal.aborted) return;
  const page = new DOMParser().parseFromString(found, "text/html");
  show([...page.querySelectorAll("[data-path]")].slice(0, MOST), Number(page.getElementById("many").dataset.many));
}

function show(rows, many) {
  const said = document.createElement("p");
  said.className = "soft";
  said.setAttribute("role", "status");
  said.textContent = many > rows.length
    ? field().dataset.more.replace("{shown}", rows.length).replace("{all}", many) : many ? "" : field().dataset.none;
  list.replaceChildren(...rows.map(button), said);
}

// A row that is there already stays the same element, so that it may have the focus.
function button({ dataset: { path, words, now } }) {
  const there = [...list.children].find((it) => it.dataset.path === path && it.dataset.now === now);
  if (there) return there;
  const made = document.createElement("button");
  Object.assign(made.dataset, { path, now });
  const what = document.createElement("span");
  const is = document.createElement("b");
  known.set(bare(words), { path, now });
  made.type = "button";
  made.className = "act";
  what.textContent = words;
  is.textContent = read()[now] || now;
  made.append(what, is);
  made.addEventListener("click", () => pick(words, now));
  return made;
}

function pick(words, now) {
  const value = field().form.elements.namedItem("value");
  hush();
  fill(field(), words);
  fill(value, now in read() ? read()[now === "false"] : now); // what is not so can only become so
  value.inputMode = /^\d+$/.test(now) ? "numeric" : "";
  value.focus();
  value.select();
}

function fill(it, text) {
  it.value = text;
  it.dispatchEvent(new Event("input", { bubbles: true })); // so that it outlives a redrawn page
}

document.addEventListener("input", ({ target, isTrusted }) => {
  clearTimeout(soon);
  if (isTrusted && target === field()) soon = setTimeout(offer, 150, target);
});

// A value that was named in words travels by its path; what stands in the form stays as people wrote it.
document.addEventListener("formdata", ({ target, formData }) => {
  if (!field() || target !== field().form) return;
  hush();
  const found = known.get(bare(formData.get("path")));
  if (!found) return;
  formData.set("path", found.path);
  const said = formData.get("value");
  if (!(found.now in read())) return;
  const meant = Object.keys(read()).find((each) => read()[each] === said.trim().toLowerCase());
  formData.set("value", meant || said);
});
