// What this browser keeps of a table, so that its dice can be checked: the words it hid, and the marks of what it was shown.
// A line each, as table/kept.py reads them; the page "How the dice are checked" gives them out. Every page that is loaded has a
// text of its own, so that two tabs of a seat never write over each other.
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const fresh = () => hex(crypto.getRandomValues(new Uint8Array(16)));
const bytes = (word) => Uint8Array.from(word.match(/../g), (two) => parseInt(two, 16));
const words = new Map();
const most = 400000, all = 2000000; // signs of one text, and of all that are kept of tables

// The newest stamp of each table of which something is kept. What an earlier version kept has none, and counts as the oldest.
function tables() {
  const found = new Map();
  for (const name of Object.keys(localStorage)) {
    const [, table, stamp = ""] = name.match(/^kept (\S+) .*?(?: (\d{15}\w+))?$/) || [];
    if (table && !(found.get(table) > stamp)) found.set(table, stamp);
  }
  return found;
}

// Forgets the table that was played longest ago, but never this one; gives whether there was one.
function forget(own) {
  const [oldest] = [...tables()].filter(([table]) => table !== own).sort(([, a], [, b]) => (a < b ? -1 : 1));
  if (!oldest) return false;
  Object.keys(localStorage).filter((name) => name.startsWith(`kept ${oldest[0]} `)).forEach((name) => delete localStorage[name]);
  return true;
}

const size = () => Object.entries(localStorage).reduce((sum, [name, text]) => sum + (name.startsWith("kept ") && text.length), 0);

export function keeper(table, seat, secret, say) {
  const stamp = String(Date.now()).padStart(15, "0") + fresh().slice(0, 8);
  const name = `kept ${table} ${seat} ${stamp}`;
  const link = hex(sha256(new TextEncoder().encode(`cliffhanger link ${secret}`))).slice(0, 16);
  let text = `cliffhanger kept 2 ${table} ${link} ${seat}\n`, last, timer;
  try {
    while (size() > all) if (!forget(table)) break;
  } catch { /* private windows keep nothing */ }
  const stored = (longer) => {
    try {
      localStorage[name] = longer;
      return true;
    } catch { return false; }
  };
  // Gives whether it is kept: where there is no room, what was kept of the oldest tables goes.
  const add = (line) => {
    let longer = `${text}${line}\n`;
    // Of very many marks every other one does as well.
    if (longer.length > most) longer = longer.replace(/^(at .*\n)at .*\n/gm, "$1");
    try {
      while (!stored(longer)) if (!forget(table)) return false;
    } catch { return false; /* private windows keep nothing */ }
    text = longer;
    return true;
  };
  const at = ({ n, mark }) => {
    const line = `at ${n} ${mark}`;
    if (mark && line !== last && add(line)) last = line;
  };
  return (frame, first) => {
    if (first && frame.mark) {
      add("on");
      clearTimeout(timer);
      timer = setTimeout(add, 5000, "open");
    }
    at(frame);
    if (!frame.word) return;
    const { round, ask } = frame.word;
    at(frame.word);
    if (ask === "commit") {
      const word = fresh();
      // Whoever hid a word and kept nothing of it would accuse an honest host of having made it up.
      if (!add(`word ${round} ${word}`)) return;
      words.set(round, word);
      say({ do: "commit", round, hash: hex(sha256(bytes(word))) });
    } else if (words.has(round)) {
      // It is kept before it is said: what is said counts as dropped when it is missing.
      add(`said ${round}`);
      say({ do: "reveal", round, word: words.get(round) });
      words.delete(round);
    }
  };
}
// SHA-256 (FIPS 180-4) in plain script: crypto.subtle is missing on a plain-HTTP address of a home network.
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
const fraction = (x) => ((x - Math.floor(x)) * 2 ** 32) | 0;
const K = primes.map((p) => fraction(Math.cbrt(p)));
const START = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const turn = (x, n) => (x >>> n) | (x << (32 - n));

function sha256(bytes) {
  const size = ((bytes.length + 72) >> 6) << 6;
  const view = new DataView(new ArrayBuffer(size));
  bytes.forEach((byte, at) => view.setUint8(at, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(size - 4, bytes.length << 3);
  const hash = START.slice();
  const w = new Int32Array(64);
  for (let block = 0; block < size; block += 64) {
    for (let t = 0; t < 64; t++) {
      if (t < 16) w[t] = view.getInt32(block + 4 * t);
      else {
        const [x, y] = [w[t - 15], w[t - 2]];
        const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
        const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
        w[t] = w[t - 16] + s0 + w[t - 7] + s1;
      }
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let t = 0; t < 64; t++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + w[t];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, at) => { hash[at] = (hash[at] + x) | 0; });
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((x, at) => out.setInt32(4 * at, x));
  return new Uint8Array(out.buffer);
}
