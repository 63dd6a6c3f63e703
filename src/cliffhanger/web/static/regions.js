// The page in regions, as the server has it: what came is kept, and of the page only what has changed is made anew.
// A region is a text of whole elements, or a box: an element with regions in it.
let texts = [], boxes = [], last, shown;

// Take in a view: what is new in it, and which box is the page now. Each has to be read, whether it is drawn or not.
export function read({ whole, compact, page, boxes: more = [] }, fresh) {
  if (whole) [texts, boxes] = [[], []];
  if (compact) forget();
  if (fresh) texts.push(...fresh.split("\x1e"));
  const region = (n) => (n < 0 ? boxes[-1 - n][1] : texts[n]);
  for (const row of more) {
    const [begins, ends, ...inner] = row;
    boxes.push([row, begins < 0
      ? filled(inner.map(region).join(""), texts[ends])
      : { begins: texts[begins], ends: texts[ends], inner: inner.map(region) }]);
  }
  return region(last = page).inner;
}

// Keep what is on the page that came last, numbered in the order in which it is used, a box after what is in it.
function forget() {
  const [had, held] = [texts, boxes], found = {};
  [texts, boxes] = [[], []];
  const number = (n) => found[n] ??= n < 0 ? box(...held[-1 - n]) : texts.push(had[n]) - 1;
  const box = ([begins, ...rest], region) => -boxes.push([[begins < 0 ? begins : number(begins), ...rest.map(number)], region]);
  number(last);
}

// What is often the same comes once; what tells it from another time (where it stands, whose it is, its terms) beside it.
function filled(text, fill) {
  const [place, seal, ...terms] = fill.split("\x1f");
  return text.replace(/\x03/g, () => seal.replaceAll("\x04", terms.shift())).replaceAll("\x02", place);
}

// A box that has been cut from a text knows that too.
const head = (region) => region.text || region.begins || region;
const whole = (region) => region.text || (region.begins ? region.begins + region.inner.map(whole).join("") + region.ends : region);
// By its id, or the first in it, an element is the same, else by its tag.
const name = (region) => head(region).match(/^<\w+/)[0] + (head(region).match(/ id="[^"]+/) || "");
// A form with a field called "id" hides its own.
const called = (node) => node.getAttribute && node.getAttribute("id");

// A text as regions of its own, down to what is short: an element that holds nothing but elements is a box. A part of a
// drawing is none by itself.
const SHORT = 200;
function cut(text) {
  const open = [];
  let inner = [], last = 0;
  for (const { 0: tag, 1: closes, 2: kind, 3: alone, index } of text.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
    const within = open.at(-1);
    if (within && index > last) within.worded = true;
    last = index + tag.length;
    if (closes) {
      const { begins, from, outer, worded } = open.pop();
      const all = text.slice(from, last);
      outer.push(worded || kind === "svg" || all.length < SHORT || !inner.length ? all : { begins, inner, text: all });
      inner = outer;
    } else if (alone || /^(input|img|br|hr)$/.test(kind)) inner.push(tag);
    else {
      open.push({ begins: tag, from: index, outer: inner });
      inner = [];
    }
  }
  return inner;
}

// Regions and the elements that are theirs; nothing where something else has come between them.
function mapped(regions, nodes) {
  const rows = [];
  let at = 0;
  for (const now of regions) {
    const own = nodes.slice(at, at += now.begins ? 1 : cut(now).length);
    const id = own[0] && called(own[0]);
    if (!own[0] || !head(now).startsWith(`<${own[0].localName}`) || (id && !head(now).includes(` id="${id}"`))) return undefined;
    const inner = now.begins && mapped(now.inner, [...own[0].children]);
    if (now.begins && !inner) return undefined;
    rows.push({ now, nodes: own, inner });
  }
  return rows;
}

// Regions beside what they were: what stays, what goes, and what has to be `made`. What is spoilt is made anew, though
// its text is as it was.
function compared(was, now, spoilt, made, gone) {
  const left = [...was];
  const taken = (fits) => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const same = now.map((each) => taken((old) => head(old.now) === head(each)));
  const rows = now.map((each, at) => {
    const key = same[at] || name(each);
    let old = same[at] || taken((one) => (!one.now.begins === !each.begins || one.now.text || each.text) && (one.key ||= name(one.now)) === key);
    const near = old && spoilt.some((one) => old.nodes.some((node) => node.contains(one) || one.contains(node)));
    if (old && !near && (old.now === each || (each.text && old.now.text === each.text))) return { old };
    // What came as a whole is cut once it changes.
    if (old && each.text && !old.inner && !near) [old] = mapped(cut(old.now), old.nodes) || [old];
    const row = { old, now: each };
    const make = (text) => {
      made.push([row, text]);
      if (old) gone.push(...old.nodes);
      return row;
    };
    // What is new comes as a whole; so does a form that somebody else has shaped.
    if (each.text && (!old || !old.inner || near || (old.now.begins !== each.begins && /data-shape/.test(old.now.begins + each.begins)))) {
      return make(row.now = each.text);
    }
    if (each.begins) {
      row.inner = compared((old && old.inner) || [], each.inner, spoilt, made, gone);
      if (!old || old.now.begins !== each.begins) made.push([row, each.begins]);
      return row;
    }
    if (!old || near || old.inner) return make(each);
    const parts = cut(each), had = (parts[1] || parts[0].begins) && (old.parts || mapped(cut(old.now), old.nodes));
    if (!had) return make(each);
    row.parts = compared(had, parts, spoilt, made, gone);
    return row;
  });
  for (const { nodes } of left) gone.push(...nodes);
  return { left, rows };
}

const nodesOf = (rows) => rows.flatMap((each) => each.nodes);
function changed({ left, rows }, morph) {
  for (const node of nodesOf(left)) node.remove();
  return rows.map(({ old, now, made, inner, parts }) => {
    if (!now) return old;
    if (parts) {
      parts = changed(parts, morph);
      return { now, parts, nodes: nodesOf(parts) };
    }
    let nodes = old ? old.nodes : [...made.children];
    if (inner) {
      if (old && made) attributes(nodes[0], made.firstElementChild);
      inner = changed(inner, morph);
      placed(nodes[0], nodesOf(inner));
    } else if (old) nodes = aligned(nodes, made.children, morph);
    return { now, nodes, inner };
  });
}

// Nodes in their order; what somebody else has put between them stays there.
function placed(home, nodes) {
  let at = home.firstChild;
  for (const node of nodes) {
    while (at && !nodes.includes(at)) at = at.nextSibling;
    if (node === at) at = at.nextSibling;
    else home.insertBefore(node, at);
  }
}

// What is the same becomes what it should be now; what is no more makes room.
function aligned(nodes, fresh, become) {
  const left = [...nodes];
  const next = [...fresh].map((now) => {
    const at = left.findIndex((old) => old.nodeName === now.nodeName && called(old) === called(now));
    return at < 0 ? now : become(left.splice(at, 1)[0], now);
  });
  for (const old of left) old.remove();
  return next;
}

// An element that nobody is in. Controls make room: so they are as they were sent.
export function patch(old, now) {
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(now.nodeName)) {
    old.replaceWith(now);
    return now;
  }
  if (now.getAttribute) {
    attributes(old, now);
    placed(old, aligned(old.childNodes, now.childNodes, patch));
  } else if (old.data !== now.data) old.data = now.data;
  return old;
}

function attributes(old, now) {
  for (const { name: each } of [...old.attributes]) if (!now.hasAttribute(each)) old.removeAttribute(each);
  for (const each of now.attributes) if (old.getAttribute(each.name) !== each.value) old.setAttribute(each.name, each.value);
}

// In a document of its own nothing runs, and nothing is fetched.
const aside = document.implementation.createHTMLDocument("").body;

// What it takes to show regions: `fresh` are the trees of what is new, `gone` the elements that go or change; `draw` puts
// the new in their places.
export function plan(page, now, spoilt) {
  const made = [], gone = shown ? [] : [page], first = {};
  const all = shown ? compared(shown, now, spoilt, made, gone) : made.push([first, now.map(whole).join("")]);
  aside.innerHTML = made.map(([, text]) => `<template>${text}</template>`).join("");
  const fresh = [...aside.children].map((each) => each.content);
  made.forEach(([row], at) => { row.made = fresh[at]; });
  const draw = (morph) => {
    if (shown) placed(page, nodesOf(shown = changed(all, morph)));
    else {
      // The first view comes upon a page that is the server's document, from a while ago.
      const next = page.cloneNode();
      next.append(first.made);
      morph(page, next, true);
      shown = mapped(now, [...page.children]);
    }
  };
  return { fresh, gone, draw };
}
