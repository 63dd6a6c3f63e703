// The card bench: sends what is written after a pause, and puts in what comes of it. Without this script the page is a form.

const PAUSE = 350, MOST = 65536, WIDTH = 1000, STEPS = 200;
const PIECE = /(#.*)|("(?:[^"\\]|\\.)*"?|'[^']*'?)|([\w-]+(?=\s*=))/g;
const KIND = ["", "r", "s", "k"];
const form = document.getElementById("bench"), code = document.getElementById("code"), said = document.getElementById("said");
const drawn = document.getElementById("drawn"), trial = document.getElementById("try"), file = document.getElementById("file");
let text = document.getElementById("text").value, faults = [], asking = null, waiting = 0, fighting = false;
const past = [];

// --- the text: a field for each stretch between two lines with faults ------------------------------------------

const rows = () => text.split("\n");
const fields = () => [...code.querySelectorAll("textarea")];

function element(name, kind = "", words = "") {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.textContent = words;
  return made;
}

function coloured(row, wrong) {
  const line = element("i");
  if (row.length > WIDTH) {
    line.textContent = row; // no such line is read, and its colours would take for ever
    return line;
  }
  const kinds = [...row.matchAll(PIECE)].map((m) => [m.index, m.index + m[0].length, KIND[m.slice(1).findIndex(Boolean) + 1]]);
  const cuts = [...new Set([0, row.length, ...kinds.flatMap((k) => k.slice(0, 2)), ...wrong.flat()])].sort((a, b) => a - b);
  cuts.slice(1).forEach((end, n) => {
    const start = cuts[n], kind = kinds.find(([from, to]) => from <= start && start < to);
    const piece = element("span", kind ? kind[2] : "", row.slice(start, end));
    const bad = wrong.some(([from, to]) => from <= start && start < to);
    line.append(bad ? element("u") : piece);
    if (bad) line.lastChild.append(piece);
  });
  return line;
}

function paint(field) {
  const back = field.previousSibling, lines = field.value.split("\n");
  let start = Number(field.dataset.start);
  back.replaceChildren(...lines.map((row, n) => {
    const here = faults.filter((each) => each.start >= start && each.end <= start + row.length && each.end > each.start);
    const line = coloured(row, here.map((each) => [each.start - start, each.end - start]));
    if (faults.some((each) => each.line === Number(field.dataset.from) + n)) line.classList.add("err");
    start += row.length + 1;
    return line;
  }));
}

function part(lines, from, start, under) {
  const whole = element("div", "part"), back = element("div", "code"), field = document.createElement("textarea");
  back.setAttribute("aria-hidden", "true");
  back.style.setProperty("--from", from);
  Object.assign(field, { spellcheck: false, autocapitalize: "off", autocomplete: "off", value: lines.join("\n") });
  Object.assign(field.dataset, { from, start });
  field.setAttribute("aria-label", code.dataset.line.replace("{n}", from));
  if (under.length) {
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", under.map((each) => each.id).join(" "));
  }
  whole.append(back, field);
  return whole;
}

// Where the caret is in the whole text, and back to there.
function caret() {
  const field = document.activeElement;
  if (field?.tagName !== "TEXTAREA") return null;
  const start = Number(field.dataset.start);
  return [start + field.selectionStart, start + field.selectionEnd];
}

function place(at) {
  const field = at && fields().findLast((each) => Number(each.dataset.start) <= at[0]);
  if (!field) return;
  const start = Number(field.dataset.start);
  field.focus({ preventScroll: true });
  field.setSelectionRange(at[0] - start, at[1] - start);
}

function lay(at = caret()) {
  const all = rows(), parts = [];
  let from = 1, start = 0;
  const ends = [...new Set(faults.map((each) => Math.min(each.line, all.length)))].sort((a, b) => a - b);
  if (ends.at(-1) !== all.length) ends.push(all.length);
  for (const end of ends) {
    const lines = all.slice(from - 1, end);
    const fixes = faults.filter((each) => Math.min(each.line, all.length) === end).map((each) => {
      const fix = element("div", "fix");
      fix.innerHTML = each.html; // our own server's, escaped there
      return fix;
    });
    parts.push(part(lines, from, start, fixes.map((each) => each.firstElementChild)), ...fixes);
    start += lines.join("\n").length + 1;
    from = end + 1;
  }
  code.replaceChildren(...parts);
  fields().forEach(paint);
  place(at);
}

const shape = () => faults.map((each) => [each.line, each.start, each.end, each.html].join("|")).join("\n");

function becomes(now, at) {
  keep();
  text = now;
  faults = [];
  lay(at);
  soon();
}

function keep() {
  if (past.at(-1)?.[0] !== text) past.push([text, caret()]);
  if (past.length > STEPS) past.shift();
}

function back() {
  while (past.length && past.at(-1)[0] === text) past.pop();
  const last = past.pop();
  if (!last) return;
  [text, faults] = [last[0], []];
  lay(last[1] || [0, 0]);
  soon();
}

code.addEventListener("beforeinput", keep);
code.addEventListener("input", (event) => {
  const field = event.target, all = fields(), grown = field.value.length - (lengths.get(field) ?? field.value.length);
  text = all.map((each) => each.value).join("\n");
  let start = 0, from = 1;
  for (const each of all) {
    Object.assign(each.dataset, { start, from });
    each.previousSibling.style.setProperty("--from", from);
    start += each.value.length + 1;
    from += each.value.split("\n").length;
  }
  const here = Number(field.dataset.start) + field.selectionStart - Math.max(0, grown);
  faults = faults.map((each) => each.start >= here ? { ...each, start: each.start + grown, end: each.end + grown } : each);
  paint(field);
  soon();
});
const lengths = new WeakMap();
code.addEventListener("beforeinput", (event) => lengths.set(event.target, event.target.value.length));

code.addEventListener("keydown", (event) => {
  const field = event.target, all = fields(), nth = all.indexOf(field);
  if (nth < 0) return;
  const [from, to, end] = [field.selectionStart, field.selectionEnd, field.value.length], still = from === to && !event.shiftKey;
  const go = (at) => { event.preventDefault(); place([at, at]); };
  const start = Number(field.dataset.start), plain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === "z") {
    event.preventDefault();
    back();
  } else if ((event.ctrlKey || event.metaKey) && event.key === "a" && all.length > 1) {
    event.preventDefault();
    faults = [];
    lay([0, text.length]);
  } else if (plain && still && nth && from === 0 && event.key === "Backspace") {
    event.preventDefault();
    becomes(text.slice(0, start - 1) + text.slice(start), [start - 1, start - 1]);
  } else if (plain && still && nth < all.length - 1 && from === end && event.key === "Delete") {
    event.preventDefault();
    becomes(text.slice(0, start + end) + text.slice(start + end + 1), [start + end, start + end]);
  } else if (plain && still && nth < all.length - 1 && !field.value.slice(to).includes("\n") && event.key === "ArrowDown") {
    const column = from - (field.value.lastIndexOf("\n", from - 1) + 1), next = all[nth + 1];
    go(Number(next.dataset.start) + Math.min(column, next.value.split("\n")[0].length));
  } else if (plain && still && nth && !field.value.slice(0, from).includes("\n") && event.key === "ArrowUp") {
    const above = all[nth - 1], last = above.value.lastIndexOf("\n") + 1;
    go(Number(above.dataset.start) + Math.min(last + from, above.value.length));
  } else if (plain && still && nth && from === 0 && event.key === "ArrowLeft") go(start - 1);
  else if (plain && still && nth < all.length - 1 && from === end && event.key === "ArrowRight") go(start + end + 1);
});

// --- words: what is said of the one where the caret stands -----------------------------------------------------

const about = document.getElementById("about"), LONGEST = 60;

function explains({ target }) {
  if (!about || target.tagName !== "TEXTAREA") return;
  const at = target.selectionStart, before = target.value.slice(Math.max(0, at - LONGEST), at), after = target.value.slice(at, at + LONGEST);
  const word = /[\w.]*$/.exec(before)[0] + /^[\w.]*/.exec(after)[0];
  const known = [...document.querySelectorAll("#words a[title]")].filter((each) => each.textContent === word);
  const lines = known.map((each) => {
    const line = element("span");
    line.append(each.cloneNode(true), ` ${each.title}`);
    return line;
  });
  about.replaceChildren(...lines);
  if (!lines.length) about.textContent = about.dataset.hint;
}

if (about) about.textContent = about.dataset.hint;
for (const kind of ["keyup", "click"]) code.addEventListener(kind, explains);

// --- asking ----------------------------------------------------------------------------------------------------

function soon() {
  clearTimeout(waiting);
  fighting = false;
  waiting = setTimeout(() => ask(), PAUSE);
}

function asks(more) {
  const sent = new FormData(form), body = new FormData();
  body.set("text", text);
  for (const name of ["card", "who", "against"]) if (sent.get(name) !== null) body.set(name, sent.get(name));
  for (const [name, value] of Object.entries(more)) body.set(name, value);
  return body;
}

async function ask(more = {}) {
  clearTimeout(waiting);
  asking?.abort();
  if (new Blob([text]).size > MOST - 2048) return says("large");
  const mine = asking = new AbortController(), body = asks(more), sent = text;
  drawn.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" }, signal: mine.signal });
    if (answer.status === 503 || answer.status === 429) {
      says("busy");
      waiting = setTimeout(() => ask(more), 4 * PAUSE);
      return null;
    }
    const told = await answer.json();
    if (!answer.ok) throw Object.assign(new Error(told.why), { told: told.why });
    if (sent === text) shows(told, more);
    return told;
  } catch (wrong) {
    if (wrong.name !== "AbortError") says("away", wrong.told);
    return null;
  } finally {
    if (asking === mine) drawn.removeAttribute("aria-busy");
  }
}

function shows(told, more) {
  const before = shape(), verdict = document.querySelector("#verdict b"), open = document.activeElement?.name;
  faults = told.faults;
  document.getElementById("file-name").textContent = told.name;
  if (verdict.textContent !== told.head) verdict.textContent = told.head;
  verdict.nextSibling.textContent = told.more;
  if (before !== shape() || !fields().length) lay();
  swap(drawn, told.drawn);
  swap(trial, told.trial);
  if (open && !["TEXTAREA"].includes(document.activeElement?.tagName)) form.querySelector(`[name="${CSS.escape(open)}"]:checked`)?.focus();
  if (more.do === "toss") {
    document.getElementById("toss")?.focus();
    tells(".told li:last-child");
  } else if (more.do && trial.querySelector("[data-done]")) tells("[data-done]");
  if (said.dataset.now) says("");
}

function swap(where, html) {
  if (where.dataset.shown === html) return;
  where.dataset.shown = html;
  where.innerHTML = html;
}

function tells(which) {
  document.getElementById("live").textContent = trial.querySelector(which)?.textContent ?? "";
}

function says(what, words = "") {
  said.dataset.now = what;
  said.textContent = words || said.dataset[what] || "";
  return null;
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", (event) => {
  if (event.target.name) {
    fighting = false;
    ask();
  }
});
form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.new !== undefined) {
    const [start, end, put] = [Number(button.dataset.start), Number(button.dataset.end), button.dataset.new];
    becomes(text.slice(0, start) + put + text.slice(end), [start + put.trimEnd().length, start + put.trimEnd().length]);
    ask();
  } else if (button.value === "toss") ask({ do: "toss", tally: tally() });
  else if (button.value === "fights") fights();
  else if (button.id === "stop") fighting = false;
  else if (button.dataset.tool) TOOLS[button.dataset.tool]();
});

const tally = () => form.querySelector("[name=tally]")?.value ?? "";

async function fights() {
  const sent = text;
  fighting = true;
  while (fighting && sent === text) {
    const told = await ask({ do: "fights", tally: tally() });
    if (!told) break;
    const stop = document.getElementById("stop"), go = document.getElementById("fights");
    if (!go) break;
    if (fighting) {
      stop.hidden = false;
      go.hidden = true;
      stop.focus();
    }
  }
  fighting = false;
  const stop = document.getElementById("stop"), go = document.getElementById("fights");
  if (stop) stop.hidden = true;
  if (go) go.hidden = false;
  if (document.activeElement === document.body) (go ?? trial.querySelector(".came"))?.focus();
}

// --- files and links -------------------------------------------------------------------------------------------

const TOOLS = {
  undo: back,
  open: () => file.click(),
  save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
    link.download = document.getElementById("file-name").textContent;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  },
  print() {
    const whole = document.createElement("form"), field = document.createElement("input");
    Object.assign(whole, { method: "post", action: code.dataset.print, hidden: true });
    Object.assign(field, { type: "hidden", name: "text", value: text });
    whole.append(field);
    document.body.append(whole);
    whole.submit();
  },
  async share() {
    const link = `${location.origin}${location.pathname}#${await packed(text)}`;
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      says("copied");
    } catch {
      says("link", `${said.dataset.link} ${link}`);
    }
  },
};

file.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (chosen && chosen.size > MOST) says("large");
  else if (chosen) becomes((await chosen.text()).replaceAll("\r\n", "\n"), [0, 0]);
  file.value = "";
});

// The card stands in the fragment of its link, packed where the browser can: no server sees it before somebody opens it.
async function packed(words) {
  const bytes = new TextEncoder().encode(words);
  if (!window.CompressionStream) return `t=${letters(bytes)}`;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return `c=${letters(new Uint8Array(await new Response(stream).arrayBuffer()))}`;
}

const letters = (bytes) => btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

async function unpacked(fragment) {
  const bytes = Uint8Array.from(atob(fragment.slice(2).replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  if (fragment.startsWith("t=")) return new TextDecoder("utf-8", { fatal: true }).decode(bytes.slice(0, MOST));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let all = 0; ;) {
    const { done, value } = await reader.read();
    if (done) break;
    all += value.length;
    if (all > MOST) throw new Error("too large");
    parts.push(value);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
}

async function opened() {
  const fragment = location.hash.slice(1);
  if (!/^[ct]=./.test(fragment)) return false;
  keep();
  try {
    text = (await unpacked(fragment)).replaceAll("\r\n", "\n");
  } catch {
    says("broken");
    return false;
  }
  lay(null);
  ask();
  return true;
}

document.documentElement.dataset.js = "";
addEventListener("hashchange", opened);
lay(null);
if (!await opened()) ask();
