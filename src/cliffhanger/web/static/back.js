// One step back: what came before in the log stands in the line of a bot's turn, until the next view brings its own.
const $ = (id) => document.getElementById(id);
let back = 0, newest;

export function step() {
  const lines = [...$("log").children];
  back = newest === lines.at(-1).id ? Math.min(back + 1, lines.length - 1) : 1;
  newest = lines.at(-1).id;
  const line = lines.at(-1 - back);
  const [by, words] = line.children;
  $("beat").textContent = $("said").textContent = words ? `${by.textContent} ${words.firstChild.textContent}` : line.textContent;
}
