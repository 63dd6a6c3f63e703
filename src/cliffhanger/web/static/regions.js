// The page in regions, as the server has it: what came is kept, and of the page only what has changed is made anew.
// A region is a text of whole elements, or a box: an element with regions in it.
let texts = [], boxes = [], shown;

// Take in a view: what is new in it, and which box is the page now. Each has to be read, whether it is drawn or not.
export function read({ whole, page, boxes: more = [] }, fresh) {
  if (whole) [texts, boxes] = [[], []];
  if (fresh) texts.push(...fresh.split("\x1e"));
  const region = (n) => (n < 0 ? boxes[-1 - n] : texts[n]);
  for (const [begins, ends, ...inner] of more) {
    boxes.push(begins < 0
      ? filled(inner.map(region).join(""), texts[ends])
      : { begins: texts[begins], ends: texts[ends], inner: inner.map(region) });
  }
  return region(page).inner;
}

// What is often the same comes once; what tells it from another time (where it stands, whose it is, its terms) beside it.
function filled(text, fill) {
  const [place, seal, ...terms] = fill.split("\x1f");
  return text.replace(/\x03/g, () => seal.replaceAll("\x04", terms.shift())).replaceAll("\x02", place);
}

const head = (region) => region.begins || region;
// By its id an element is the same, else by its tag.
const name = (region) => {
  const [, tag, id] = head(region).match(/^<(\w+)(?:[^>]* id="([^"]+)")?/);
  return id ? `#${id}` : tag;
};

// Regions beside what they were: what stays, what goes, and what has to be `made`. What is spoilt is made anew, though
// its text is as it was.
function compared(was, now, spoilt, made) {
  const left = [...was];
  const taken = (fits) => {
    const at = left.findIndex(fits);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  };
  const same = now.map((each) => taken((old) => head(old.now) === head(each)));
  const rows = now.map((each, at) => {
    const alike = (one) => !one.now.begins === !each.begins && name(one.now) === name(each);
    const old = same[at] || (left.length ? taken(alike) : undefined);
    if (old && old.now === each && !spoilt.some((one) => old.nodes.some((node) => node.contains(one)))) return { old };
    const row = { old, now: each };
    if (each.begins) row.inner = compared((old && old.inner) || [], each.inner, spoilt, made);
    if (!old || !each.begins || old.now.begins !== each.begins) made.push([row, each.begins ? each.begins + each.ends : each]);
    return row;
  });
  return { left, rows };
}

function changed(home, { left, rows }, morph) {
  for (const { nodes } of left) for (const node of nodes) node.remove();
  const next = rows.map(({ old, now, made, inner }) => {
    if (!now) return old;
    let nodes = old ? old.nodes : [...made.children];
    if (inner) {
      if (old && made) attributes(nodes[0], made.firstElementChild);
      return { now, nodes, inner: changed(nodes[0], inner, morph) };
    }
    if (old) nodes = morphed(nodes, [...made.children], morph);
    return { now, nodes };
  });
  let at = home.firstChild;
  for (const { nodes } of next) {
    for (const node of nodes) {
      if (node === at) at = at.nextSibling;
      else home.insertBefore(node, at);
    }
  }
  return next;
}

// A form with a field called "id" hides its own.
const tagged = (element) => `${element.tagName} ${element.getAttribute("id")}`;

// Element by element; what is no longer what it was makes room.
function morphed(nodes, fresh, morph) {
  const next = fresh.flatMap((now, at) => {
    const old = nodes[at];
    return old && tagged(old) === tagged(now) ? morph(old, now) : [now];
  });
  for (const old of nodes) if (!next.includes(old)) old.remove();
  return next;
}

function attributes(old, now) {
  for (const each of [...old.attributes]) if (!now.hasAttribute(each.name)) old.removeAttribute(each.name);
  for (const each of now.attributes) if (old.getAttribute(each.name) !== each.value) old.setAttribute(each.name, each.value);
}

// The elements of regions where they stand in a page that has been made like them.
function found(home, regions) {
  let at = home.firstElementChild;
  return regions.map(({ now, nodes, inner }) => {
    const there = nodes.map(() => {
      const node = at;
      at = at.nextElementSibling;
      return node;
    });
    return { now, nodes: there, inner: inner && found(there[0], inner) };
  });
}

// What it takes to show regions: `fresh` are the trees of what is new; `draw` puts them in their places.
export function plan(page, now, spoilt) {
  const made = [];
  const rows = compared(shown || [], now, shown ? spoilt : [], made);
  // In a document of its own nothing runs, and nothing is fetched.
  const doc = new DOMParser().parseFromString(made.map(([, text]) => `<template>${text}</template>`).join(""), "text/html");
  const fresh = [...doc.querySelectorAll("template")].map((each) => each.content);
  made.forEach(([row], at) => { row.made = fresh[at]; });
  const draw = (morph) => {
    if (shown) {
      shown = changed(page, rows, morph);
      return;
    }
    // The first view comes upon a page that is the server's document, from a while ago.
    const next = page.cloneNode();
    const regions = changed(next, rows, morph);
    morph(page, next);
    shown = found(page, regions);
  };
  return { fresh, draw };
}
