import type { Genre } from '../genres.ts'
import type { DrumName, Instrument } from './voices.ts'

/** Steps above the key's note, in semitones. */
const major = [0, 2, 4, 5, 7, 9, 11]
const minor = [0, 2, 3, 5, 7, 8, 10]
const pentatonic = [0, 2, 4, 7, 9]
const minorPentatonic = [0, 3, 5, 7, 10]
/** The mode of the coast: a half step, then a wide one. */
const hijaz = [0, 1, 4, 5, 7, 8, 10]

/** How a genre moves. A pattern is one bar: `x` plays, `o` plays softly, `.` rests; its length is the bar's grid. */
export interface Groove {
  beatsPerMinute: number
  beatsPerBar: number
  drums: Partial<Record<DrumName, string>>
  bass: { instrument: Instrument; pattern: string }
  /** Chords that are struck or held. */
  chords: { instrument: Instrument; pattern: string; loudness: number }
  lead: { instrument: Instrument; patterns: readonly string[] }
  scale: readonly number[]
  /** Degrees of the scale on which the bars stand. */
  progression: readonly number[]
  /** The key's lowest note, as MIDI counts. */
  key: number
}

export const grooves: Readonly<Record<Genre, Groove>> = {
  Gengetone: {
    beatsPerMinute: 98,
    beatsPerBar: 4,
    drums: { kick: 'x...x...x...x...', snare: '...x..x....x..x.', hat: 'o.x.o.x.o.x.o.xo' },
    bass: { instrument: 'slide-bass', pattern: 'x.....x...x.....' },
    chords: { instrument: 'piano', pattern: '..x...x...x...x.', loudness: 0.12 },
    lead: { instrument: 'bell', patterns: ['x..x..x.x..x..x.', 'x..x..x...xxx...'] },
    scale: minor,
    progression: [0, 0, 5, 4],
    key: 45,
  },
  Kapuka: {
    beatsPerMinute: 104,
    beatsPerBar: 4,
    drums: { kick: 'x..x..x.x..x..x.', clap: '....x.......x...', hat: 'x.x.x.x.x.x.x.x.' },
    bass: { instrument: 'bass', pattern: 'x..x..x.x..x..x.' },
    chords: { instrument: 'organ', pattern: '..x...x...x...x.', loudness: 0.1 },
    lead: { instrument: 'ringtone', patterns: ['x.x.xx.x.x.xx.x.', 'x.xx.x.x.xx.x...'] },
    scale: pentatonic,
    progression: [0, 3, 4, 0],
    key: 48,
  },
  Benga: {
    beatsPerMinute: 132,
    beatsPerBar: 4,
    drums: { kick: 'x...x...x...x...', 'open-hat': '..x...x...x...x.', rim: 'x..x..x...x.x...' },
    bass: { instrument: 'bass', pattern: 'x..xx.x.x..xx.x.' },
    chords: { instrument: 'guitar', pattern: 'x...x...x...x...', loudness: 0.16 },
    lead: { instrument: 'guitar', patterns: ['xxxxx.xxxxxxx.xx', 'x.xxx.xxx.xxxxx.'] },
    scale: major,
    progression: [0, 3, 4, 4],
    key: 50,
  },
  'Afro-fusion': {
    beatsPerMinute: 106,
    beatsPerBar: 4,
    drums: { kick: 'x..x..x...x.x...', rim: '..x..x....x..x..', shaker: 'xoxoxoxoxoxoxoxo' },
    bass: { instrument: 'bass', pattern: 'x.....x...x..x..' },
    chords: { instrument: 'pad', pattern: 'x...............', loudness: 0.16 },
    lead: { instrument: 'orutu', patterns: ['x...x..x..x.x...', 'x..x....x..xx...'] },
    scale: minorPentatonic,
    progression: [0, 3, 2, 4],
    key: 45,
  },
  Ohangla: {
    beatsPerMinute: 124,
    beatsPerBar: 4,
    drums: {
      'drum-low': 'x..x..x..x..',
      'drum-mid': '.xx.x..xx.x.',
      'drum-high': 'x.xx.xx.xx.x',
      shaker: 'x.ox.ox.ox.o',
    },
    bass: { instrument: 'bass', pattern: 'x..x..x..x..' },
    chords: { instrument: 'accordion', pattern: '..x..x..x..x', loudness: 0.09 },
    lead: { instrument: 'accordion', patterns: ['x.xx.xx.xx..', 'xx.x.xxx.x..'] },
    scale: pentatonic,
    progression: [0, 0, 3, 0],
    key: 50,
  },
  Mugithi: {
    beatsPerMinute: 112,
    beatsPerBar: 4,
    drums: { kick: 'x.......x.......', shaker: 'x.o.x.o.x.o.x.o.', clap: '....o.......o...' },
    bass: { instrument: 'bass', pattern: 'x...x...x...x...' },
    chords: { instrument: 'guitar', pattern: '..x.xxx...x.xxx.', loudness: 0.2 },
    lead: { instrument: 'guitar', patterns: ['x...x.x.xx..x...', 'x.x.x...x.xx....'] },
    scale: major,
    progression: [0, 3, 4, 0],
    key: 43,
  },
  Taarab: {
    beatsPerMinute: 88,
    beatsPerBar: 4,
    drums: { 'drum-low': 'x.......x..x....', 'drum-high': '..x.x.x...x.x.oo', shaker: 'o.o.o.o.o.o.o.o.' },
    bass: { instrument: 'bass', pattern: 'x.......x..x....' },
    chords: { instrument: 'pad', pattern: 'x...............', loudness: 0.13 },
    lead: { instrument: 'oud', patterns: ['x.xxx.x.xxx.x...', 'xxx.x.xxx...x.x.'] },
    scale: hijaz,
    progression: [0, 0, 3, 0],
    key: 50,
  },
  Chakacha: {
    beatsPerMinute: 118,
    beatsPerBar: 4,
    drums: {
      'drum-low': 'x.....x..x..',
      'drum-mid': '..xx.x..xx.x',
      'drum-high': 'x.ox.ox.ox.o',
      shaker: 'oxxoxxoxxoxx',
    },
    bass: { instrument: 'bass', pattern: 'x..x..x.xx..' },
    chords: { instrument: 'guitar', pattern: '.xx.xx.xx.xx', loudness: 0.1 },
    lead: { instrument: 'flute', patterns: ['x.xx.xx..x..', 'xx.x..x.xx..'] },
    scale: hijaz,
    progression: [0, 1, 0, 0],
    key: 52,
  },
  Drill: {
    beatsPerMinute: 142,
    beatsPerBar: 4,
    drums: {
      kick: 'x.....x...x.....',
      snare: '......x.......x.',
      hat: 'x..x..x.x..x.xxx',
      rim: '............o.o.',
    },
    bass: { instrument: 'slide-bass', pattern: 'x.....x....x..x.' },
    chords: { instrument: 'pad', pattern: 'x...............', loudness: 0.12 },
    lead: { instrument: 'bell', patterns: ['x..x..x.....x...', 'x.....x..x..x...'] },
    scale: minor,
    progression: [0, 0, 5, 4],
    key: 41,
  },
  Gospel: {
    beatsPerMinute: 120,
    beatsPerBar: 4,
    drums: { kick: 'x.....x.x...x...', clap: '....x.......x...', 'open-hat': '..x...x...x...x.' },
    bass: { instrument: 'bass', pattern: 'x...x.x.x...x.x.' },
    chords: { instrument: 'organ', pattern: 'x.....x.x.......', loudness: 0.16 },
    lead: { instrument: 'piano', patterns: ['x.x.x..x..x.x...', 'x..x..x.x.x.....'] },
    scale: major,
    progression: [0, 5, 3, 4],
    key: 48,
  },
  'Amapiano KE': {
    beatsPerMinute: 112,
    beatsPerBar: 4,
    drums: {
      kick: 'x...x...x...x...',
      shaker: 'xoxoxoxoxoxoxoxo',
      rim: '...x..x....x..x.',
      clap: '....o.......o...',
    },
    bass: { instrument: 'log-drum', pattern: '..x..x.x..x.xx..' },
    chords: { instrument: 'piano', pattern: 'x..x......x.....', loudness: 0.15 },
    lead: { instrument: 'flute', patterns: ['x.....x..x......', '....x..x..x.....'] },
    scale: minor,
    progression: [0, 3, 5, 4],
    key: 45,
  },
  Isukuti: {
    beatsPerMinute: 126,
    beatsPerBar: 4,
    drums: {
      'drum-low': 'x..x....x...',
      'drum-mid': 'x.xx.xx.xx.x',
      'drum-high': 'xxoxxoxxoxxo',
      clap: 'o.....o.....',
    },
    bass: { instrument: 'bass', pattern: 'x.....x.....' },
    chords: { instrument: 'brass', pattern: 'x...........', loudness: 0.1 },
    lead: { instrument: 'brass', patterns: ['x..x..x.x...', 'x.xx..x.....'] },
    scale: pentatonic,
    progression: [0, 0, 3, 0],
    key: 46,
  },
  'Kalenjin pop': {
    beatsPerMinute: 116,
    beatsPerBar: 4,
    drums: {
      kick: 'x...x...x...x...',
      clap: '....x.......x...',
      hat: '..x...x...x...x.',
      shaker: 'o.o.o.o.o.o.o.o.',
    },
    bass: { instrument: 'bass', pattern: 'x..x..x.x...x...' },
    chords: { instrument: 'organ', pattern: '..x...x...x...x.', loudness: 0.1 },
    lead: { instrument: 'guitar', patterns: ['x.x.xxx.x.x.xx..', 'xx.x.xx.x...x...'] },
    scale: pentatonic,
    progression: [0, 2, 3, 0],
    key: 47,
  },
}
