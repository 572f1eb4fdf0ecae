import { HEIGHT, LOOP_BEATS, WIDTH } from './beat.ts'
import * as cloths from './cloths.ts'
import { drawDancer, type Look } from './dancer.ts'
import { type Move, moves } from './moves.ts'
import * as places from './places.ts'
import type { Backdrop, Canvas, Palette } from './shapes.ts'

interface Performer {
  look: Look
  move: Move
  x: number
  y: number
  size: number
  facing: 1 | -1
  /** Beats behind the music. */
  late: number
}

interface Scene {
  palette: Palette
  backdrop: Backdrop
  performers: readonly Performer[]
}

type Cloth = readonly [top: string, cloth: string, trim: string]

function performer(
  move: Move,
  wears: Look['wears'],
  hair: Look['hair'],
  skin: string,
  [top, cloth, trim]: Cloth,
  place: Partial<Performer> = {},
): Performer {
  return {
    move,
    look: { skin, top, cloth, trim, wears, hair },
    x: WIDTH / 2,
    y: 850,
    size: 1.24,
    facing: 1,
    late: 0,
    ...place,
  }
}

const [cocoa, walnut, ebony, umber] = ['#6b3f25', '#7d4c2c', '#4a2a1a', '#5b3420']

/** The loops by name: music, place, people. */
export const scenes: Readonly<Record<string, Scene>> = {
  'kayole-sunset': {
    palette: ['#7a1f3d', '#a92b3f', '#e4572e', '#f9b233', '#ffd98a'],
    backdrop: places.rays,
    performers: [performer(moves.gengetone, 'trousers', 'cap', cocoa, ['#1d3557', '#0f2138', '#f4f1de'])],
  },
  'matatu-neon': {
    palette: ['#140f2d', '#2a1d5c', '#00c2d1', '#f5f0ff', '#ff2e88'],
    backdrop: places.city,
    performers: [performer(moves.twoStep, 'trousers', 'afro', walnut, ['#ff2e88', '#3b2a86', '#e9ff70'])],
  },
  'lake-breeze': {
    palette: ['#0b3c49', '#125e6b', '#1c9a9a', '#bfe8d4', '#f2a541'],
    backdrop: places.waves,
    performers: [performer(moves.benga, 'skirt', 'wrap', ebony, ['#f2a541', '#d1495b', '#fff1d0'])],
  },
  'kitenge-gold': {
    palette: ['#f2b705', '#c8102e', '#0b6e4f', '#fff3c4', '#1b1b3a'],
    backdrop: cloths.records,
    performers: [performer(moves.ohangla, 'dress', 'wrap', umber, ['#1b1b3a', '#2f2f7a', '#ffffff'])],
  },
  'pwani-indigo': {
    palette: ['#1f2a6b', '#2f3fa0', '#5468d8', '#e7e3ff', '#ffb703'],
    backdrop: cloths.flowers,
    performers: [performer(moves.chakacha, 'dress', 'braids', walnut, ['#fb8500', '#d62246', '#ffe8b6'])],
  },
  'maasai-red': {
    palette: ['#b3122a', '#7c0b1e', '#1d1a2b', '#f6f4e8', '#2f6fdd'],
    backdrop: cloths.shuka,
    performers: [
      performer(moves.adumu, 'shuka', 'short', umber, ['#f6f4e8', '#1d1a2b', '#ffc43d'], {
        x: 150,
        size: 0.82,
        y: 800,
        late: 0.5,
      }),
      performer(moves.adumu, 'shuka', 'short', ebony, ['#f6f4e8', '#231f4a', '#ffc43d'], {
        x: 365,
        size: 1.05,
      }),
    ],
  },
  'tea-hills': {
    palette: ['#a8dadc', '#1f7a4c', '#49b265', '#f1fbe3', '#ffd166'],
    backdrop: places.hills,
    performers: [performer(moves.breeze, 'skirt', 'afro', cocoa, ['#e63976', '#8c1c5a', '#fff0f5'])],
  },
  'uhuru-night': {
    palette: ['#10131f', '#1f2a44', '#0a8754', '#fdf6e3', '#d7263d'],
    backdrop: cloths.zigzags,
    performers: [
      performer(moves.mugithi, 'trousers', 'short', umber, ['#0a8754', '#262f4d', '#fdf6e3'], {
        x: 105,
        y: 800,
        size: 0.78,
        late: 0.25,
      }),
      performer(moves.mugithi, 'skirt', 'braids', walnut, ['#fdf6e3', '#d7263d', '#ffc857'], {
        x: 255,
        y: 830,
        size: 0.86,
        late: 0.12,
      }),
      performer(moves.mugithi, 'trousers', 'cap', ebony, ['#d7263d', '#0c4f37', '#fdf6e3'], {
        x: 415,
        y: 865,
        size: 0.95,
      }),
    ],
  },
  'flamingo-pink': {
    palette: ['#ffe3ec', '#ff8fab', '#fb6f92', '#ffc2d1', '#7b2cbf'],
    backdrop: cloths.feathers,
    performers: [performer(moves.amapiano, 'trousers', 'afro', ebony, ['#3c096c', '#5a189a', '#ffea00'])],
  },
  'savanna-dust': {
    palette: ['#f4a259', '#5b2a17', '#f7c873', '#fff0c9', '#c8553d'],
    backdrop: places.savanna,
    performers: [
      performer(moves.isukuti, 'skirt', 'wrap', ebony, ['#bc4b51', '#2a6f6f', '#fff0c9'], {
        x: 165,
        y: 838,
        size: 0.9,
      }),
      performer(moves.isukuti, 'trousers', 'short', cocoa, ['#2a6f6f', '#8c3b2a', '#f7e7b4'], {
        x: 385,
        y: 862,
        size: 0.98,
        facing: -1,
        late: 0.25,
      }),
    ],
  },
  'dhow-turquoise': {
    palette: ['#9be7e0', '#0a7e8c', '#26b6b8', '#fdfbef', '#ff7f50'],
    backdrop: places.dhows,
    performers: [performer(moves.drill, 'trousers', 'cap', umber, ['#fdfbef', '#23395b', '#ff5a36'])],
  },
  jacaranda: {
    palette: ['#3d2c6b', '#5a3f9e', '#9d7fe0', '#e5d9ff', '#ffe066'],
    backdrop: places.jacaranda,
    performers: [performer(moves.praise, 'dress', 'braids', cocoa, ['#fdfcff', '#f2b5d4', '#ffd23f'])],
  },
}

/** Draws one moment of a scene; `at` from 0 to 1 is the place in the loop. */
export function drawScene(on: Canvas, name: string, at: number): void {
  const scene = scenes[name]
  if (!scene) throw new Error(`no scene ${name}`)
  const beat = at * LOOP_BEATS
  scene.backdrop(on, scene.palette, beat)
  const ground = on.createLinearGradient(0, HEIGHT * 0.62, 0, HEIGHT)
  ground.addColorStop(0, 'rgb(0 0 0 / 0)')
  ground.addColorStop(1, 'rgb(0 0 0 / 0.45)')
  on.fillStyle = ground
  on.fillRect(0, HEIGHT * 0.62, WIDTH, HEIGHT)
  for (const { move, look, x, y, size, facing, late } of scene.performers) {
    drawDancer(on, move(beat - late), look, { x, y }, size, facing)
  }
}
