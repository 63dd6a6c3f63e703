// What can be overruled, in words: fetched when somebody is about to name a value, so that no page has to carry it.
const known = document.createElement("datalist");
const paths = new Map(); // by what is shown, in small letters
const bare = (words) => words.toLowerCase().match(/[\p{L}\p{N}]+/gu)?.join(" ");
known.id = "rule-paths"; // beside the page, which is redrawn
document.body.append(known);

export async function offer(field) {
  const secret = new URLSearchParams(location.hash.slice(1)).get("s");
  const answer = await fetch(field.dataset.from, { headers: secret ? { authorization: `Bearer ${secret}` } : {} }).catch(() => null);
  if (!answer || !answer.ok) return; // a path can be typed as well
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll("[data-path]");
  known.replaceChildren(...[...found].map((row) => {
    const words = row.dataset.words;
    paths.set(bare(words), row.dataset.path);
    return new Option(`${words} ${row.dataset.now}`, words);
  }));
}

// A value that was named in words goes by its path.
document.addEventListener("submit", ({ target }) => {
  const field = target.elements.path;
  const path = field && paths.get(bare(field.value));
  if (path) field.value = path;
}, true);
