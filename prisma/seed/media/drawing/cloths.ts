import { HEIGHT, LOOP_BEATS, pulse, swing, WIDTH } from './beat.ts'
import { type Backdrop, cover, disc, petal, TURN } from './shapes.ts'

// Kitenge and other cloths: patterns that fill the frame.

/** Rings like records, each row a little later on the beat. */
export const records: Backdrop = (on, [ground, deep, bright, light, accent], beat) => {
  cover(on, ground)
  for (let row = -1; row < 8; row++) {
    for (let column = -1; column < 5; column++) {
      const x = column * 150 + (row % 2) * 75 + 45
      const y = row * 130 + 40
      const beaten = pulse(beat - row * 0.12)
      disc(on, x, y, 62 + 5 * beaten, deep)
      disc(on, x, y, 46 + 8 * beaten, bright)
      disc(on, x, y, 30 + 4 * beaten, light)
      disc(on, x, y, 14 + 6 * beaten, accent)
    }
  }
}

/** Zigzags that travel one width in a loop, every other row the other way. */
export const zigzags: Backdrop = (on, [ground, deep, bright, light, accent], beat) => {
  cover(on, ground)
  const colours = [deep, bright, light, accent]
  const tooth = 90
  const rise = 62 + 10 * swing(beat, 2)
  for (let row = -1; row < 11; row++) {
    const shift = ((beat / LOOP_BEATS) * tooth * 2 * (row % 2 === 0 ? 1 : -1)) % (tooth * 2)
    on.strokeStyle = colours[(row + 8) % 4] ?? deep
    on.lineWidth = row % 4 === 3 ? 14 : 30
    on.lineJoin = 'miter'
    on.beginPath()
    for (let i = -4; i < 12; i++) on.lineTo(i * tooth + shift, row * 96 + (i % 2 === 0 ? 0 : rise))
    on.stroke()
  }
}

/** Flowers of eight leaves that turn against each other. */
export const flowers: Backdrop = (on, [ground, deep, bright, light, accent], beat) => {
  cover(on, ground)
  for (let row = -1; row < 7; row++) {
    for (let column = -1; column < 4; column++) {
      const [x, y] = [column * 200 + (row % 2) * 100 + 70, row * 170 + 60]
      const turned = (((beat / LOOP_BEATS) * TURN) / 4) * ((row + column) % 2 === 0 ? 1 : -1)
      const long = 92 + 9 * pulse(beat - (column + row) * 0.1)
      for (let leaf = 0; leaf < 8; leaf++) {
        petal(on, x, y, turned + (leaf * TURN) / 8, long, 34, leaf % 2 === 0 ? bright : deep)
      }
      disc(on, x, y, 24, light)
      disc(on, x, y, 11 + 6 * pulse(beat), accent)
    }
  }
}

/** The red check of a shuka, its threads moving with the beat. */
export const shuka: Backdrop = (on, [ground, deep, bright, light, accent], beat) => {
  cover(on, ground)
  const shift = (beat / LOOP_BEATS) * 120
  for (let line = -2; line < 10; line++) {
    const x = line * 120 + (shift % 120)
    on.fillStyle = deep
    on.fillRect(x, 0, 46, HEIGHT)
    on.fillRect(0, x, WIDTH, 46)
    on.fillStyle = bright
    on.fillRect(x + 66, 0, 12 + 6 * pulse(beat), HEIGHT)
    on.fillRect(0, x + 66, WIDTH, 12 + 6 * pulse(beat))
  }
  for (let line = -2; line < 10; line++) {
    for (let across = -1; across < 6; across++) {
      const [x, y] = [across * 120 + (shift % 120) + 23, line * 120 + (shift % 120) + 23]
      disc(on, x, y, 9 + 5 * pulse(beat), (line + across) % 2 === 0 ? light : accent)
    }
  }
}

/** Scales like feathers, rising row by row. */
export const feathers: Backdrop = (on, [ground, deep, bright, light, accent], beat) => {
  cover(on, ground)
  const colours = [deep, bright, light, accent]
  const shift = (beat / LOOP_BEATS) * 248
  for (let row = 20; row > -6; row--) {
    for (let column = -1; column < 6; column++) {
      const x = column * 120 + (((row % 2) + 2) % 2) * 60
      const y = row * 62 - shift + 124
      disc(on, x, y, 78, ground)
      disc(on, x, y, 70, colours[((row % 4) + 4) % 4] ?? deep)
      disc(on, x, y, 38 + 6 * pulse(beat), ground)
      disc(on, x, y, 26 + 6 * pulse(beat), colours[(((row + 2) % 4) + 4) % 4] ?? light)
    }
  }
}
