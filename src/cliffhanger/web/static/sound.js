// Sound and touch, for those who have turned them on: dice, a page that is turned, and whose turn it is.
const kept = new Map();
let audio;

async function fetched(name) {
  const answer = await fetch(new URL(`sounds/${name}.wav`, import.meta.url));
  return audio.decodeAudioData(await answer.arrayBuffer());
}

export async function sound(name) {
  // A browser lets nothing be heard or felt before the first tap of a visit.
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  if (name === "turn" && navigator.vibrate) navigator.vibrate([60, 40, 60]);
  audio ||= new AudioContext();
  try {
    if (!kept.has(name)) kept.set(name, await fetched(name));
    await audio.resume();
    const heard = audio.createBufferSource();
    heard.buffer = kept.get(name);
    heard.connect(audio.destination);
    heard.start();
  } catch { /* without a connection, or a loudspeaker, it is quiet */ }
}
