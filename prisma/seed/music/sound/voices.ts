/** Samples a second: enough for a phone’s speaker, and a third of the work of the usual rate. */
export const SAMPLE_RATE = 16_000

/** One sound, alone, between -1 and 1. */
export type Sound = Float32Array

const TABLE = 1_024

/** One turn of a wave made of overtones, the first being the note itself. */
function waveOf(overtones: readonly number[]): Float32Array {
  const wave = new Float32Array(TABLE)
  const loudest = overtones.reduce((sum, strength) => sum + strength, 0)
  for (const [n, strength] of overtones.entries()) {
    for (let i = 0; i < TABLE; i++) {
      wave[i] = (wave[i] ?? 0) + (Math.sin((2 * Math.PI * (n + 1) * i) / TABLE) * strength) / loudest
    }
  }
  return wave
}

interface Timbre {
  wave: Float32Array
  /** Seconds. */
  attack: number
  /** Seconds in which it falls to a third; long for sounds that are held. */
  fall: number
  /** A second reed, that much sharper. */
  detune?: number
  /** Depth of the vibrato. */
  vibrato?: number
}

const timbres = {
  organ: { wave: waveOf([1, 0.7, 0.5, 0.35, 0, 0.2]), attack: 0.01, fall: 3, vibrato: 0.002 },
  accordion: { wave: waveOf([1, 0.6, 0.7, 0.4, 0.35, 0.2, 0.15]), attack: 0.03, fall: 2, detune: 0.008 },
  flute: { wave: waveOf([1, 0.25, 0.08]), attack: 0.05, fall: 1.2, vibrato: 0.006 },
  brass: { wave: waveOf([1, 0.9, 0.8, 0.6, 0.45, 0.3, 0.2]), attack: 0.03, fall: 0.5, detune: 0.004 },
  ringtone: { wave: waveOf([1, 0, 0.33, 0, 0.2, 0, 0.14]), attack: 0.003, fall: 0.25 },
  pad: { wave: waveOf([1, 0.5, 0.2, 0.1]), attack: 0.18, fall: 4, detune: 0.006 },
  piano: { wave: waveOf([1, 0.55, 0.3, 0.18, 0.1, 0.06]), attack: 0.004, fall: 0.45 },
  bass: { wave: waveOf([1, 0.45, 0.15]), attack: 0.006, fall: 0.35 },
  bell: { wave: waveOf([1, 0, 0.5, 0, 0.35, 0, 0, 0.2]), attack: 0.002, fall: 0.5 },
  orutu: {
    wave: waveOf([0.7, 1, 0.7, 0.5, 0.4, 0.3]),
    attack: 0.04,
    fall: 1.5,
    vibrato: 0.012,
    detune: 0.003,
  },
} satisfies Record<string, Timbre>

export type TimbreName = keyof typeof timbres
/** Instruments that play notes: held ones, plucked strings, and two basses that bend. */
export type Instrument = TimbreName | 'guitar' | 'oud' | 'log-drum' | 'slide-bass'

/** A note of so many seconds. */
export function playNote(instrument: Instrument, hertz: number, seconds: number): Sound {
  if (instrument === 'guitar') return pluck(hertz, Math.max(seconds, 0.35), 0.996, 0.5)
  if (instrument === 'oud') return pluck(hertz, Math.max(seconds, 0.5), 0.993, 0.8)
  if (instrument === 'log-drum') return bend(hertz, seconds + 0.12, 1.9, 0.035, 0.5)
  if (instrument === 'slide-bass') return bend(hertz, seconds + 0.2, 1.3, 0.09, 1.4)
  return hold(timbres[instrument], hertz, seconds)
}

function hold(timbre: Timbre, hertz: number, seconds: number): Sound {
  const release = Math.min(0.12, seconds / 2)
  const sound = new Float32Array(Math.floor((seconds + release) * SAMPLE_RATE))
  const fade = Math.exp(-1.1 / (timbre.fall * SAMPLE_RATE))
  const step = (hertz * TABLE) / SAMPLE_RATE
  const second = step * (1 + (timbre.detune ?? 0))
  let [phase, other, strength] = [0, 0, 1]
  for (let i = 0; i < sound.length; i++) {
    const t = i / SAMPLE_RATE
    const wobble = timbre.vibrato ? 1 + timbre.vibrato * Math.sin(34 * t) * Math.min(1, t * 3) : 1
    phase = (phase + step * wobble) % TABLE
    other = (other + second * wobble) % TABLE
    const tone = timbre.detune
      ? ((timbre.wave[phase | 0] ?? 0) + (timbre.wave[other | 0] ?? 0)) / 2
      : (timbre.wave[phase | 0] ?? 0)
    strength *= fade
    const edge = Math.min(1, t / timbre.attack, (sound.length / SAMPLE_RATE - t) / release)
    sound[i] = tone * strength * edge
  }
  return sound
}

/** A plucked string (Karplus and Strong): a burst of noise that runs round a loop and is smoothed at every turn. */
function pluck(hertz: number, seconds: number, keep: number, brightness: number): Sound {
  const sound = new Float32Array(Math.floor(seconds * SAMPLE_RATE))
  const length = Math.max(2, Math.round(SAMPLE_RATE / hertz))
  let last = 0
  const string = noiseOf(length).map((value) => {
    last = last * (1 - brightness) + value * brightness
    return last
  })
  const loudest = string.reduce((most, value) => Math.max(most, Math.abs(value)), 0.001)
  for (let i = 0; i < sound.length; i++) {
    const at = i % length
    const here = string[at] ?? 0
    sound[i] = (here / loudest) * Math.min(1, (sound.length - i) / 300)
    string[at] = (here + (string[(at + 1) % length] ?? 0)) * 0.5 * keep
  }
  return sound
}

/** A low sine that starts too high and falls to its note; driven, so that small speakers have something to play. */
function bend(hertz: number, seconds: number, from: number, time: number, fall: number): Sound {
  const sound = new Float32Array(Math.floor(seconds * SAMPLE_RATE))
  let phase = 0
  for (let i = 0; i < sound.length; i++) {
    const t = i / SAMPLE_RATE
    phase += (2 * Math.PI * hertz * (1 + (from - 1) * Math.exp(-t / time))) / SAMPLE_RATE
    const edge = Math.min(1, t / 0.003, (sound.length - i) / 400)
    sound[i] = Math.tanh(Math.sin(phase) * 2.2) * Math.exp(-t / fall) * edge * 0.8
  }
  return sound
}

const drums = {
  kick: () => drum({ hertz: 52, from: 3.4, time: 0.03, fall: 0.13, noise: 0.04 }),
  snare: () => drum({ hertz: 185, from: 1.3, time: 0.02, fall: 0.09, noise: 0.8, noiseFall: 0.08 }),
  clap: () => drum({ hertz: 900, from: 1, time: 1, fall: 0.004, noise: 0.9, noiseFall: 0.07 }),
  hat: () => drum({ hertz: 6_000, from: 1, time: 1, fall: 0.002, noise: 0.7, noiseFall: 0.018 }),
  'open-hat': () => drum({ hertz: 6_000, from: 1, time: 1, fall: 0.002, noise: 0.6, noiseFall: 0.09 }),
  shaker: () => drum({ hertz: 5_000, from: 1, time: 1, fall: 0.001, noise: 0.4, noiseFall: 0.03 }),
  rim: () => drum({ hertz: 1_150, from: 1.2, time: 0.004, fall: 0.016, noise: 0.15, noiseFall: 0.006 }),
  'drum-low': () => drum({ hertz: 88, from: 1.5, time: 0.04, fall: 0.16, noise: 0.08 }),
  'drum-mid': () => drum({ hertz: 156, from: 1.4, time: 0.03, fall: 0.11, noise: 0.12 }),
  'drum-high': () => drum({ hertz: 298, from: 1.3, time: 0.02, fall: 0.07, noise: 0.18 }),
}
export type DrumName = keyof typeof drums

/** One stroke. */
export function strike(name: DrumName): Sound {
  return drums[name]()
}

interface Skin {
  hertz: number
  /** How much higher it starts, and how fast (seconds) it comes down. */
  from: number
  time: number
  fall: number
  noise: number
  noiseFall?: number
}

function drum({ hertz, from, time, fall, noise, noiseFall = 0.02 }: Skin): Sound {
  const sound = new Float32Array(Math.floor(Math.max(fall, noiseFall) * 5 * SAMPLE_RATE))
  const hiss = noiseOf(sound.length)
  let phase = 0
  for (let i = 0; i < sound.length; i++) {
    const t = i / SAMPLE_RATE
    phase += (2 * Math.PI * hertz * (1 + (from - 1) * Math.exp(-t / time))) / SAMPLE_RATE
    // The difference of neighbours leaves the hiss its bright part.
    const bright = (hiss[i] ?? 0) - (hiss[i - 1] ?? 0)
    sound[i] = Math.sin(phase) * Math.exp(-t / fall) * (1 - noise) + bright * Math.exp(-t / noiseFall) * noise
  }
  return sound
}

/** White noise, the same every time. */
function noiseOf(length: number): Float32Array {
  const noise = new Float32Array(length)
  let state = 0x2545f491
  for (let i = 0; i < length; i++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    noise[i] = state / 2 ** 31
  }
  return noise
}
