// What this browser keeps of a table, so that its dice can be checked: the words it hid, and the marks of what it was shown.
// A line each, as table/kept.py reads them; the page "How the dice are checked" gives them out. Every page that is loaded has a
// text of its own, so that two tabs of a seat never write over each other.
const old = () => import("./before.js");
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export function keeper(table, seat, secret, say) {
  const before = `kept ${table} ${seat} `, name = before + Date.now() + Math.random(), words = new Map();
  const head = `cliffhanger kept 2 ${table} ${sha256(new TextEncoder().encode(secret.slice(0, 32))).slice(0, 16)} ${seat}\n`;
  let text = head, hid, timer;
  // Gives whether it is kept.
  const add = (line) => {
    let longer = `${text}${line}\n`;
    // Of very many marks every other one does as well.
    if (longer.length > 400000) longer = longer.replace(/^(at .*\n)at .*\n/gm, "$1");
    try {
      localStorage[name] = longer;
      text = longer;
      return true;
    } catch { /* there is no room, or it is a private window */ }
  };
  const once = (line) => text.includes(`\n${line}\n`) || add(line);
  // A mark that stands here already would push out others, if it were sent again and again.
  const at = ({ n, mark }) => mark && once(`at ${n} ${mark}`);
  const hides = async (round) => {
    // Whoever comes back while a round is held is asked again, and hides the word that it hid.
    const bytes = words.get(round) || crypto.getRandomValues(new Uint8Array(16));
    const keep = () => add(`word ${round} ${hex(bytes)}`);
    // Whoever hid a word and kept nothing of it would accuse an honest host of having made it up.
    const kept = keep() || (await old()).forget(table, keep);
    if (kept) words.set(round, bytes);
    hid = Date.now();
    say({ do: "commit", round, hash: kept ? sha256(bytes) : "" });
  };
  const shows = async (round) => {
    // It may have been loaded again since it hid its word.
    const word = words.has(round) ? hex(words.get(round)) : (await old()).hidden(before, head, round);
    if (!word) return;
    once(`word ${round} ${word}`);
    // A server waits ten seconds for hashes: a page that is asked later has slept, or was asked late, and may be too late.
    if (Date.now() - hid > 10000) once(`late ${round}`);
    // It is kept before it is said: what is said counts as dropped when it is missing. A server that started again asks again.
    once(`said ${round}`);
    say({ do: "reveal", round, word });
  };
  return (frame, first) => {
    if (first && frame.mark) {
      add("on");
      clearTimeout(timer);
      timer = setTimeout(add, 5000, "open");
    }
    at(frame);
    if (!frame.word) return;
    at(frame.word);
    (frame.word.ask === "commit" ? hides : shows)(frame.word.round);
  };
}

// SHA-256 (FIPS 180-4) in hex of up to 55 bytes, which are one block, in plain script: crypto.subtle is missing on a plain-HTTP
// address of a home network.
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const K = primes.map((p) => fraction(Math.cbrt(p)));
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const turn = (x, n) => (x >>> n) | (x << (32 - n));

function sha256(bytes) {
  const view = new DataView(new ArrayBuffer(64)), w = [];
  [...bytes, 0x80].forEach((byte, at) => view.setUint8(at, byte));
  view.setUint32(60, bytes.length * 8);
  let [a, b, c, d, e, f, g, h] = START;
  for (let t = 0; t < 64; t++) {
    const [x, y] = [w[t - 15], w[t - 2]];
    w[t] = t < 16 ? view.getInt32(4 * t)
      : (w[t - 16] + (turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)) + w[t - 7] + (turn(y, 17) ^ turn(y, 19) ^ (y >>> 10))) | 0;
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + w[t];
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((x, at) => view.setInt32(4 * at, x + START[at]));
  return hex(new Uint8Array(view.buffer, 0, 32));
}
