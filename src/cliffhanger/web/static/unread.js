// How much of the story has not been seen yet: a number at its place in the bar of a phone, said politely.
const page = document.getElementById("page");
const badge = document.createElement("span");
const words = document.createElement("span");
words.className = "sr";
badge.setAttribute("role", "status");
let seen;

function count() {
  const place = document.getElementById("at-story");
  const log = document.getElementById("log");
  if (!place || !log) return;
  if (badge.parentNode !== place.parentNode) place.parentNode.append(badge);
  const lines = [...log.querySelectorAll("li[id]")].map((each) => each.id);
  // Where it is seen, nothing in it is unread.
  if (!seen || log.getClientRects().length) seen = new Set(lines);
  const fresh = lines.filter((each) => !seen.has(each)).length;
  if (badge.dataset.n === `${fresh}`) return;
  badge.dataset.n = fresh;
  badge.className = fresh ? "tag" : "";
  words.textContent = place.closest("nav").dataset.unread;
  badge.replaceChildren(...(fresh ? [`${fresh} `, words] : []));
}

count();
document.addEventListener("change", count);
new MutationObserver(count).observe(page, { childList: true, subtree: true });
