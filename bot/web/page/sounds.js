// The sounds of a match, made here: short, soft, and each with a shape of its own. There are no files.

const SOFT = 0.16; // The loudest of all notes; a stone is heard beside music, and wakes nobody.
const ATTACK = 0.004;
const SILENCE = 0.0001;

// Wood on wood: two tones that are gone at once.
const STONE = [[0, 523, 0.09, 1], [0, 1381, 0.035, 0.5]];

/** The notes of each sound: when it begins (seconds), its pitch (Hz), how long and how loud it is. */
const NOTES = {
  stone: STONE,
  three: [...STONE, [0.12, 659, 0.14, 0.6], [0.2, 831, 0.14, 0.6], [0.28, 988, 0.26, 0.7]],
  bank: [[0, 880, 0.12, 0.7], [0.14, 587, 0.2, 0.7]],
  ten: [[0, 1175, 0.07, 0.7], [0.16, 1175, 0.07, 0.7]],
  end: [[0, 784, 0.4, 0.7], [0.16, 659, 0.45, 0.6], [0.32, 523, 0.8, 0.7], [0.32, 262, 0.8, 0.4]],
};

export const SOUNDS = Object.keys(NOTES);

/** Plays one of the sounds in an audio context. */
export function play(context, sound) {
  for (const [begins, pitch, length, loudness] of NOTES[sound]) {
    const at = context.currentTime + begins;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(SOFT * loudness, at + ATTACK);
    volume.gain.exponentialRampToValueAtTime(SILENCE, at + length);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
