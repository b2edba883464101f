// The sounds of a game, made of tones and knocks when they are wanted. They are off at first.
import { recall, remember } from './remember.js';

// A tone is [kind, pitch in Hz, begin and length in seconds, loudness]; a knock is noise
// around the pitch.
const scores = {
  move: [['knock', 420, 0, .07, .5], ['sine', 170, 0, .06, .25]],
  capture: [['knock', 900, 0, .05, .5], ['knock', 380, .05, .09, .6], ['sine', 130, .05, .08, .3]],
  check: [['knock', 420, 0, .07, .4], ['triangle', 740, .05, .1, .16], ['triangle', 988, .14, .14, .16]],
  end: [['triangle', 523, 0, .3, .16], ['triangle', 659, .13, .3, .16], ['triangle', 784, .26, .5, .18]],
  low: [['square', 880, 0, .06, .05], ['square', 880, .13, .06, .05]],
};

let wanted = recall('sounds', false), audio = null;

export const sounding = () => wanted;

// turnOn turns sounds on or off, and lets one be heard.
export function turnOn(on) {
  wanted = on;
  remember('sounds', on);
  sound('move');
}

// sound plays one: move, capture, check, end, or low for little time.
export function sound(name) {
  // A browser makes no sound in a page that nobody has touched.
  if (!wanted || !window.AudioContext || (navigator.userActivation && !navigator.userActivation.hasBeenActive)) return;
  audio = audio || new AudioContext();
  if (audio.state === 'suspended') audio.resume();
  for (const [kind, pitch, begin, length, loudness] of scores[name]) {
    const at = audio.currentTime + begin, volume = audio.createGain();
    volume.gain.setValueAtTime(loudness, at);
    volume.gain.exponentialRampToValueAtTime(.001, at + length);
    volume.connect(audio.destination);
    const source = kind === 'knock' ? knock(pitch, length, volume) : tone(kind, pitch, volume);
    source.start(at);
    source.stop(at + length);
  }
}

function tone(kind, pitch, to) {
  const source = audio.createOscillator();
  source.type = kind;
  source.frequency.value = pitch;
  source.connect(to);
  return source;
}

function knock(pitch, length, to) {
  const source = audio.createBufferSource(), filter = audio.createBiquadFilter();
  source.buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const noise = source.buffer.getChannelData(0);
  for (let i = 0; i < noise.length; i++) noise[i] = 2 * Math.random() - 1;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  source.connect(filter).connect(to);
  return source;
}
