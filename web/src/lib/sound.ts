// A few sounds, made by oscillators when they are wanted. A browser lets a page be heard only after somebody has used it; until
// then nothing is played.
let context: AudioContext | undefined;

function ready(): AudioContext | undefined {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return undefined;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

interface Tone {
  type: OscillatorType;
  from: number;
  to: number;
  /** Seconds. */
  at: number;
  length: number;
  loud: number;
}

function play(tones: readonly Tone[]): void {
  const audio = ready();
  if (!audio) return;
  for (const { type, from, to, at, length, loud } of tones) {
    const start = audio.currentTime + at;
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.type = type;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(Math.max(20, to), start + length);
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(loud, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length + 0.02);
  }
}

/** Dice on wood: short knocks, irregular and slowing. */
const DICE: Tone[] = [0, 0.05, 0.09, 0.16, 0.27, 0.41].map((at, i) => ({
  type: 'square',
  from: 900 - (i % 3) * 170,
  to: 240,
  at,
  length: 0.035,
  loud: 0.05,
}));
const BLOW: Tone[] = [
  { type: 'triangle', from: 170, to: 42, at: 0, length: 0.22, loud: 0.3 },
  { type: 'square', from: 90, to: 30, at: 0, length: 0.09, loud: 0.06 },
];
const FALL: Tone[] = [
  { type: 'triangle', from: 220, to: 208, at: 0, length: 0.5, loud: 0.16 },
  { type: 'triangle', from: 165, to: 150, at: 0.22, length: 0.9, loud: 0.16 },
];
const HORN: Tone[] = [
  { type: 'sawtooth', from: 262, to: 262, at: 0, length: 0.2, loud: 0.05 },
  { type: 'sawtooth', from: 392, to: 392, at: 0.2, length: 0.45, loud: 0.06 },
];

export const SOUNDS = { dice: DICE, blow: BLOW, fall: FALL, horn: HORN };
export type SoundName = keyof typeof SOUNDS;

export const sound = (name: SoundName): void => play(SOUNDS[name]);
