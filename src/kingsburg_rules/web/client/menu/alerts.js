// What happens when it is somebody's turn: a sound and a notification, each only for those who want it.

import { set, settings, t } from "../settings.js";

/** The tones of the sound, in hertz, one after the other; and how long each lasts, in seconds. */
const TONES = [523.25, 659.25];
const LASTS = 0.35;
const LOUDNESS = 0.08;

/** Say that it is somebody's turn. */
export function alertTurn() {
  if (settings.peek().sound) play();
  if (settings.peek().notify && document.hidden) notify();
}

function play() {
  const context = new AudioContext();
  TONES.forEach((frequency, at) => {
    const begin = context.currentTime + (at * LASTS) / 2;
    const tone = new OscillatorNode(context, { frequency });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(LOUDNESS, begin + LASTS / 10);
    volume.gain.exponentialRampToValueAtTime(LOUDNESS / 100, begin + LASTS);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + LASTS);
  });
  setTimeout(() => context.close(), 2000 * LASTS * TONES.length);
}

function notify() {
  const shown = new Notification("Kingsburg", { body: t("yourTurn"), tag: "kingsburg" });
  shown.onclick = () => {
    focus();
    shown.close();
  };
}

/** Switch the sound on or off; it is heard once, so that one knows it. */
export async function switchSound() {
  await set({ sound: !settings.peek().sound });
  if (settings.peek().sound) play();
}

/** Switch notifications on, if the browser allows it, or off. */
export async function switchNotify() {
  const isWanted = !settings.peek().notify;
  const isAllowed =
    isWanted && "Notification" in globalThis && (await Notification.requestPermission()) === "granted";
  await set({ notify: isAllowed });
  return isAllowed === isWanted;
}
