import { type Chance, chanceOf } from '../../random.ts'
import type { Genre } from '../genres.ts'
import { type Groove, grooves } from './grooves.ts'
import { type DrumName, type Instrument, playNote, SAMPLE_RATE, type Sound, strike } from './voices.ts'

/** About how long a song is, in seconds; it ends with a whole bar. */
const LENGTH = 7
const ENDING = 0.6

const drumLoudness: Readonly<Record<DrumName, number>> = {
  kick: 0.85,
  snare: 0.4,
  clap: 0.32,
  hat: 0.14,
  'open-hat': 0.13,
  shaker: 0.12,
  rim: 0.3,
  'drum-low': 0.75,
  'drum-mid': 0.45,
  'drum-high': 0.32,
}

/** Plays a song: the genre gives it its groove, the title its key, tempo and tune. The same title always sounds the same. */
export function performSong(title: string, genre: Genre): Int16Array {
  const chance = chanceOf(`song ${title}`)
  const groove = grooves[genre]
  const form = formOf(chance, groove)
  const mix = new Float32Array(Math.floor(secondsOf(form) * SAMPLE_RATE))
  const stage = { mix, ...form, transpose: chance.whole(-2, 3) }
  playDrums(stage, groove)
  playBass(stage, groove)
  playChords(stage, groove)
  playLead(stage, groove, chance)
  return master(mix)
}

/** How long the song is, without playing it. */
export function songSeconds(title: string, genre: Genre): number {
  return secondsOf(formOf(chanceOf(`song ${title}`), grooves[genre]))
}

interface Form {
  barSeconds: number
  bars: number
}

/** Tempo and length: the first thing that a song asks of chance. */
function formOf(chance: Chance, groove: Groove): Form {
  const tempo = groove.beatsPerMinute * (0.97 + 0.06 * chance.next())
  const barSeconds = (groove.beatsPerBar * 60) / tempo
  return { barSeconds, bars: Math.max(3, Math.round(LENGTH / barSeconds)) }
}

function secondsOf({ barSeconds, bars }: Form): number {
  return bars * barSeconds + ENDING
}

interface Stage extends Form {
  mix: Float32Array
  /** Semitones. */
  transpose: number
}

/** Calls for each stroke of a pattern in each bar that it plays in. `seconds`: until the next step. */
function eachStroke(
  { bars, barSeconds }: Stage,
  pattern: string,
  from: number,
  play: (at: number, strength: number, seconds: number, bar: number, step: number) => void,
) {
  const step = barSeconds / pattern.length
  for (let bar = from; bar < bars; bar++) {
    for (const [place, sign] of [...pattern].entries()) {
      if (sign === '.') continue
      play(bar * barSeconds + place * step, sign === 'x' ? 1 : 0.45, step, bar, place)
    }
  }
}

function playDrums(stage: Stage, groove: Groove): void {
  for (const [name, pattern] of Object.entries(groove.drums) as [DrumName, string][]) {
    const sound = strike(name)
    const loudness = drumLoudness[name]
    eachStroke(stage, pattern, 0, (at, strength) => add(stage.mix, sound, at, loudness * strength))
  }
}

function playBass(stage: Stage, groove: Groove): void {
  const sounds = soundBank()
  eachStroke(stage, groove.bass.pattern, 1, (at, strength, seconds, bar) => {
    const note = noteOf(groove, stage, rootOf(groove, bar)) - 12
    const sound = sounds(groove.bass.instrument, note, seconds * 2)
    add(stage.mix, sound, at, 0.5 * strength)
  })
}

function playChords(stage: Stage, groove: Groove): void {
  const sounds = soundBank()
  const { instrument, pattern, loudness } = groove.chords
  const held = pattern.indexOf('x', pattern.indexOf('x') + 1) < 0
  eachStroke(stage, pattern, 1, (at, strength, seconds, bar) => {
    const length = held ? stage.barSeconds * 0.95 : seconds * 1.6
    for (const third of [0, 2, 4]) {
      const note = noteOf(groove, stage, rootOf(groove, bar) + third) + 12
      add(stage.mix, sounds(instrument, note, length), at, loudness * strength)
    }
  })
}

/** Two bars of tune, answered by two that begin the same: a call and its response. */
function playLead(stage: Stage, groove: Groove, chance: Chance): void {
  const sounds = soundBank()
  const pattern = groove.lead.patterns.map((one) => ({ one, tune: inventTune(chance, one) }))
  const first = stage.bars > 4 ? 1 : 0
  for (let bar = first; bar < stage.bars; bar++) {
    const { one, tune } = pattern[(bar - first) % pattern.length] ?? { one: '.', tune: [] }
    eachStroke({ ...stage, bars: bar + 1 }, one, bar, (at, strength, seconds, _bar, step) => {
      const note = noteOf(groove, stage, rootOf(groove, bar) + (tune[step] ?? 0)) + 24
      add(stage.mix, sounds(groove.lead.instrument, note, seconds * 1.8), at, 0.3 * strength)
    })
  }
}

/** Degrees above the bar's root: small steps, home on the strong beats. */
function inventTune(chance: Chance, pattern: string): number[] {
  let degree = chance.pick([0, 2, 4])
  return [...pattern].map((sign, place) => {
    if (sign === '.') return degree
    if (place === 0 || chance.happens(0.15)) degree = chance.pick([0, 2, 4])
    else degree = Math.max(-3, Math.min(7, degree + chance.pick([-2, -1, -1, 0, 1, 1, 2])))
    return degree
  })
}

function rootOf(groove: Groove, bar: number): number {
  return groove.progression[bar % groove.progression.length] ?? 0
}

function noteOf(groove: Groove, stage: Stage, degree: number): number {
  const size = groove.scale.length
  const octave = Math.floor(degree / size)
  return groove.key + stage.transpose + 12 * octave + (groove.scale[degree - octave * size] ?? 0)
}

/** Notes come again and again: each is computed once. */
function soundBank() {
  const known = new Map<string, Sound>()
  return (instrument: Instrument, note: number, seconds: number): Sound => {
    const key = `${instrument} ${note} ${seconds}`
    const sound = known.get(key) ?? playNote(instrument, 440 * 2 ** ((note - 69) / 12), seconds)
    known.set(key, sound)
    return sound
  }
}

function add(mix: Float32Array, sound: Sound, atSeconds: number, loudness: number): void {
  const from = Math.floor(atSeconds * SAMPLE_RATE)
  const length = Math.min(sound.length, mix.length - from)
  for (let i = 0; i < length; i++) mix[from + i] = (mix[from + i] ?? 0) + (sound[i] ?? 0) * loudness
}

/** Presses the peaks, ends softly, and writes 16 bits. */
function master(mix: Float32Array): Int16Array {
  const fade = ENDING * SAMPLE_RATE
  const samples = new Int16Array(mix.length)
  for (let i = 0; i < mix.length; i++) {
    samples[i] = Math.tanh((mix[i] ?? 0) * 1.15) * Math.min(1, (mix.length - i) / fade) * 30_000
  }
  return samples
}
