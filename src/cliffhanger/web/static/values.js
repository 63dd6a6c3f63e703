// What can be overruled, in words: looked for while somebody names a value, so that no page has to carry it.
const MOST = 8; // on a phone the fields below stay in reach
const known = new Map(); // by what is shown, in small letters: its path, and what it was
const list = document.createElement("div");
const bare = (words) => words.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join(" ");
const read = { true: "yes", false: "no" };
const written = { yes: "true", no: "false" };
const named = () => document.getElementById("rule-path");
let asking, soon;
list.id = "rule-found";
list.className = "one-tap";

// The page is redrawn around it.
function stay() {
  const field = named();
  if (field && field.nextElementSibling !== list) field.after(list);
}
new MutationObserver(stay).observe(document.getElementById("page"), { childList: true, subtree: true });

export async function offer(field) {
  stay();
  if (field.value.includes("/")) return list.replaceChildren(); // a path is known already
  if (asking) asking.abort();
  asking = new AbortController();
  const secret = new URLSearchParams(location.hash.slice(1)).get("s");
  const answer = await fetch(`${field.dataset.from}?q=${encodeURIComponent(field.value)}`, {
    headers: secret ? { authorization: `Bearer ${secret}` } : {}, signal: asking.signal,
  }).catch(() => null);
  if (!answer || !answer.ok) return; // a path can be typed as well
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  show([...page.querySelectorAll("[data-path]")].slice(0, MOST), Number(page.getElementById("many").dataset.many));
}

function show(rows, many) {
  const said = document.createElement("p");
  said.className = "soft";
  said.setAttribute("role", "status");
  said.textContent = many > rows.length ? `${rows.length} of ${many}. Type more to narrow.` : many ? "" : "Nothing is called that.";
  list.replaceChildren(...rows.map(button), said);
}

function button({ dataset: { path, words, now } }) {
  const made = document.createElement("button");
  const what = document.createElement("span");
  const is = document.createElement("b");
  known.set(bare(words), { path, now });
  made.type = "button";
  made.className = "act";
  what.textContent = words;
  is.textContent = read[now] || now;
  made.append(what, is);
  made.addEventListener("click", () => pick(words, now));
  return made;
}

function pick(words, now) {
  const value = named().form.elements.namedItem("value");
  list.replaceChildren();
  fill(named(), words);
  fill(value, now in read ? read[now === "false"] : now); // what is not so can only become so
  value.inputMode = /^\d+$/.test(now) ? "numeric" : "";
  value.focus();
  value.select();
}

function fill(field, text) {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true })); // so that it outlives a redrawn page
}

document.addEventListener("input", ({ target, isTrusted }) => {
  clearTimeout(soon);
  if (isTrusted && target === named()) soon = setTimeout(offer, 150, target);
});

// A value that was named in words goes by its path.
document.addEventListener("submit", ({ target }) => {
  const { path: field, value } = target.elements;
  const found = field && known.get(bare(field.value));
  if (!found || field !== named()) return;
  list.replaceChildren();
  field.value = found.path;
  if (found.now in read) value.value = written[value.value.trim().toLowerCase()] || value.value;
}, true);
