// @ts-check
/** Small sounds made on the spot; off until the person turns them on, and never the only sign. */

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/**
 * One soft tone.
 *
 * @param {AudioContext} audio
 * @param {number} at seconds from now
 * @param {number} pitch Hz
 * @param {number} length seconds
 * @param {number} loud 0 to 1
 */
function tone(audio, at, pitch, length, loud) {
  const start = audio.currentTime + at;
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = "sine";
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

/**
 * A card that slides over cloth: filtered noise, very short.
 *
 * @param {AudioContext} audio
 * @param {number} loud
 */
function slide(audio, loud) {
  const frames = Math.floor(audio.sampleRate * 0.09);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 2;
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const gain = audio.createGain();
  filter.type = "bandpass";
  filter.frequency.value = 2600;
  gain.gain.value = loud * 0.5;
  source.buffer = buffer;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

/**
 * Play a sound by name, if sounds are on.
 *
 * @param {"card" | "trick" | "moment" | "turn"} name
 */
export function sound(name) {
  if (!settings.sound || settings.volume <= 0) return;
  try {
    context ??= new AudioContext();
    const loud = (settings.volume / 100) * 0.25;
    if (name === "card") slide(context, loud);
    else if (name === "trick") tone(context, 0, 392, 0.16, loud * 0.6);
    else if (name === "turn") tone(context, 0, 523, 0.12, loud * 0.4);
    else
      for (const [i, pitch] of [392, 494, 587, 784].entries())
        tone(context, i * 0.09, pitch, 0.5, loud);
  } catch {
    // No sound device: what the sound would have said is on the table as well.
  }
}
