import { HEIGHT, hop, LOOP_BEATS, pulse, swing, WIDTH } from './beat.ts'
import { type Backdrop, cover, disc, petal, shape, TURN } from './shapes.ts'

// Places: a sky, a ground, and something that moves between them.

/** The sun behind the dancer. */
export const rays: Backdrop = (on, [ground, deep, bright, light, accent], beat) => {
  cover(on, ground)
  const [x, y] = [WIDTH / 2, 470]
  const turned = (beat / LOOP_BEATS) * (TURN / 12)
  for (let ray = 0; ray < 24; ray++) {
    const angle = turned + (ray * TURN) / 24
    const spread = ray % 2 === 0 ? 0.075 : 0.04
    const far = 900
    shape(on, ray % 2 === 0 ? deep : bright, [
      [x, y],
      [x + far * Math.cos(angle - spread), y + far * Math.sin(angle - spread)],
      [x + far * Math.cos(angle + spread), y + far * Math.sin(angle + spread)],
    ])
  }
  const beaten = pulse(beat)
  disc(on, x, y, 262 + 14 * beaten, accent)
  disc(on, x, y, 236 + 10 * beaten, light)
  for (let dot = 0; dot < 24; dot++) {
    const angle = -turned * 2 + (dot * TURN) / 24
    disc(on, x + 300 * Math.cos(angle), y + 300 * Math.sin(angle), 8 + 4 * beaten, light)
  }
}

/** Waves of the coast in rows, and a low sun. */
export const waves: Backdrop = (on, [ground, deep, bright, light, accent], beat) => {
  cover(on, ground)
  disc(on, 385, 215 - 8 * hop(beat), 96, light)
  disc(on, 385, 215 - 8 * hop(beat), 70, accent)
  const colours = [bright, deep, light, deep]
  for (let row = 0; row < 12; row++) {
    const y = 330 + row * 58
    const length = 180
    const shift = ((beat / LOOP_BEATS) * length * (row % 2 === 0 ? 1 : -1) + row * 60) % length
    on.fillStyle = row === 0 ? bright : (colours[row % 4] ?? deep)
    on.beginPath()
    on.moveTo(-200, HEIGHT)
    for (let x = -200; x <= WIDTH + 200; x += 10) {
      on.lineTo(x, y + 15 * Math.sin((TURN * (x - shift)) / length) + 7 * swing(beat, 2, row * 0.2))
    }
    on.lineTo(WIDTH + 200, HEIGHT)
    on.fill()
  }
}

/** Hills in rows of tea. */
export const hills: Backdrop = (on, [ground, deep, bright, light, accent], beat) => {
  cover(on, ground)
  disc(on, 150, 200, 84 + 6 * pulse(beat), light)
  disc(on, 150, 200, 60, accent)
  for (let hill = 0; hill < 5; hill++) {
    const top = 320 + hill * 118
    const side = hill % 2 === 0 ? 1 : -1
    const edge = (x: number) =>
      top + 44 * Math.sin((x / WIDTH) * Math.PI * 1.3 + hill * 1.7) + 6 * swing(beat, 4, hill * 0.3)
    for (let row = 0; row < 9; row++) {
      on.fillStyle = row === 0 ? light : row % 2 === 0 ? bright : deep
      on.beginPath()
      on.moveTo(0, HEIGHT)
      for (let x = 0; x <= WIDTH; x += 12)
        on.lineTo(x, edge(x) + row * 15 + row * side * (x / WIDTH - 0.5) * 9)
      on.lineTo(WIDTH, HEIGHT)
      on.fill()
    }
  }
}

/** A street at night: towers whose windows follow the music, and the lights of a matatu passing. */
export const city: Backdrop = (on, [ground, deep, bright, light, accent], beat) => {
  cover(on, ground)
  disc(on, 410, 170, 66, light)
  disc(on, 386, 154, 58, ground)
  for (let tower = 0; tower < 7; tower++) {
    const [x, tall] = [tower * 82 - 16, 380 + ((tower * 173) % 260)]
    on.fillStyle = deep
    on.fillRect(x, HEIGHT - 130 - tall, 74, tall + 200)
    for (let floor = 0; floor < Math.floor(tall / 44); floor++) {
      for (let window = 0; window < 3; window++) {
        const turn = (tower * 5 + floor * 3 + window * 7 + Math.floor(beat) * (1 + (tower % 2))) % 8
        on.fillStyle = turn < 2 ? accent : turn < 4 ? bright : ground
        on.fillRect(x + 10 + window * 20, HEIGHT - 110 - tall + floor * 44, 13, 22)
      }
    }
  }
  on.fillStyle = ground
  on.fillRect(0, HEIGHT - 150, WIDTH, 150)
  const passing = ((beat / LOOP_BEATS) * (WIDTH + 500)) % (WIDTH + 500)
  for (const [line, colour] of [bright, accent, light].entries()) {
    on.fillStyle = colour
    on.fillRect(passing - 420, HEIGHT - 128 + line * 17, 360, 8)
  }
}

/** A big sun, acacias, and dust that rises at every stamp. */
export const savanna: Backdrop = (on, [ground, deep, bright, light, accent], beat) => {
  cover(on, ground)
  disc(on, WIDTH / 2, 520, 300, bright)
  disc(on, WIDTH / 2, 520, 240 + 8 * pulse(beat), light)
  for (let band = 0; band < 5; band++) {
    on.fillStyle = ground
    on.fillRect(0, 560 + band * 42 + 5 * swing(beat, 4), WIDTH, 6 + band * 5)
  }
  for (const [x, y, size] of [
    [70, 690, 1],
    [470, 675, 1.25],
    [300, 668, 0.6],
  ] as const) {
    on.fillStyle = deep
    on.fillRect(x - 7 * size, y - 110 * size, 14 * size, 190 * size)
    for (let crown = 0; crown < 3; crown++) {
      on.beginPath()
      const sway = 4 * swing(beat, 4, crown * 0.3)
      on.ellipse(
        x + (crown - 1) * 46 * size + sway,
        y - (128 + (crown % 2) * 22) * size,
        74 * size,
        24 * size,
        0,
        0,
        TURN,
      )
      on.fill()
    }
  }
  on.fillStyle = deep
  on.fillRect(0, 745, WIDTH, HEIGHT)
  for (let stripe = 0; stripe < 4; stripe++) {
    on.fillStyle = stripe % 2 === 0 ? accent : bright
    on.fillRect(0, 790 + stripe * 46, WIDTH, 7)
  }
  for (let grain = 0; grain < 26; grain++) {
    const rising = ((beat + grain * 0.37) % 2) / 2
    const x = (grain * 97) % WIDTH
    disc(on, x, 830 - rising * 170, 7 * (1 - rising), light)
  }
}

/** Sails that cross before the waves. */
export const dhows: Backdrop = (on, colours, beat) => {
  const [ground, deep, bright, light, accent] = colours
  cover(on, ground)
  disc(on, 120, 190, 78 + 5 * pulse(beat), accent)
  for (const [from, y, size, sail] of [
    [0, 470, 1.1, light],
    [330, 560, 1.5, accent],
    [560, 430, 0.7, bright],
  ] as const) {
    const across = WIDTH + 340
    const x = ((from + (beat / LOOP_BEATS) * across) % across) - 170
    const rock = 0.06 * swing(beat, 2, from)
    on.save()
    on.translate(x, y)
    on.rotate(rock)
    on.scale(size, size)
    shape(on, sail, [
      [-62, -8],
      [34, -150],
      [58, -8],
    ])
    shape(on, deep, [
      [-90, 0],
      [92, 0],
      [56, 34],
      [-58, 34],
    ])
    on.restore()
  }
  for (let row = 0; row < 7; row++) {
    on.fillStyle = row % 2 === 0 ? deep : bright
    on.beginPath()
    on.moveTo(-80, HEIGHT)
    const shift = (beat / LOOP_BEATS) * 160 * (row % 2 === 0 ? 1 : -1)
    for (let x = -80; x <= WIDTH + 80; x += 10) {
      on.lineTo(x, 590 + row * 62 + 14 * Math.sin((TURN * (x - shift)) / 160 + row))
    }
    on.lineTo(WIDTH + 80, HEIGHT)
    on.fill()
  }
}

/** Blossom that falls. */
export const jacaranda: Backdrop = (on, [ground, deep, bright, light, accent], beat) => {
  cover(on, ground)
  for (let ring = 0; ring < 6; ring++) {
    disc(
      on,
      80 + (ring % 2) * 380,
      60 + ring * 66,
      150 - ring * 6 + 6 * pulse(beat - ring * 0.15),
      ring % 2 === 0 ? deep : bright,
    )
  }
  for (let flower = 0; flower < 44; flower++) {
    const lane = (flower * 211) % WIDTH
    const fall = ((flower * 149 + (beat / LOOP_BEATS) * (HEIGHT + 120)) % (HEIGHT + 120)) - 60
    const x = lane + 26 * swing(beat, 4, flower * 0.7)
    const size = 15 + (flower % 4) * 5
    for (let leaf = 0; leaf < 5; leaf++) {
      petal(
        on,
        x,
        fall,
        (leaf * TURN) / 5 + (beat / LOOP_BEATS) * TURN,
        size,
        size * 0.42,
        flower % 3 === 0 ? light : bright,
      )
    }
    disc(on, x, fall, size * 0.22, accent)
  }
  on.fillStyle = deep
  on.beginPath()
  on.ellipse(WIDTH / 2, HEIGHT - 20, 420, 120, 0, 0, TURN)
  on.fill()
}
