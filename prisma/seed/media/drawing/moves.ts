import { hop, pulse, step, swing } from './beat.ts'
import type { Pose } from './dancer.ts'

/** A dance: where the body is at a beat. Each repeats within the loop. */
export type Move = (beat: number) => Pose

const HIP = -236

/** Standing easy: what the moves change. */
function standing(change: Partial<Pose>): Pose {
  return {
    hips: { x: 0, y: HIP },
    lean: 0,
    shoulders: 0,
    head: 0,
    leftFoot: { x: -52, y: 0 },
    rightFoot: { x: 52, y: 0 },
    leftHand: { x: -80, y: 120 },
    rightHand: { x: 80, y: 120 },
    elbows: 1,
    skirt: 0,
    ...change,
  }
}

/** Bent knees, shoulders that answer the snare, fists in turn. */
const gengetone: Move = (beat) =>
  standing({
    hips: { x: 24 * step(beat, 2), y: HIP + 14 + 18 * hop(beat) },
    lean: 0.16 * step(beat, 2),
    shoulders: 0.28 * swing(beat, 1),
    head: 0.16 * swing(beat, 1),
    leftFoot: { x: -86, y: 0 },
    rightFoot: { x: 86, y: 0 },
    leftHand: { x: -66, y: 40 - 74 * step(beat, 2) },
    rightHand: { x: 66, y: 40 + 74 * step(beat, 2) },
    skirt: swing(beat, 2, 0.2),
  })

/** Two steps to a side, arms swinging low, a kick at the end. */
const twoStep: Move = (beat) => {
  const side = step(beat, 4)
  const kick = Math.max(0, swing(beat, 2, 0.5))
  return standing({
    hips: { x: 62 * side, y: HIP + 4 + 14 * hop(beat) },
    lean: -0.14 * swing(beat, 4, 0.4),
    shoulders: 0.16 * swing(beat, 2),
    head: -0.1 * side,
    leftFoot: { x: -58 + 62 * side - (side < 0 ? 46 * kick : 0), y: side < 0 ? -54 * kick : 0 },
    rightFoot: { x: 58 + 62 * side + (side > 0 ? 46 * kick : 0), y: side > 0 ? -54 * kick : 0 },
    leftHand: { x: -92 + 52 * swing(beat, 2), y: 70 - 34 * hop(beat, 2) },
    rightHand: { x: 92 + 52 * swing(beat, 2), y: 70 - 34 * hop(beat, 2) },
    skirt: -swing(beat, 4, 0.5),
  })
}

/** The knees never rest: in and out, the waist against the shoulders. */
const benga: Move = (beat) =>
  standing({
    hips: { x: 34 * swing(beat, 1), y: HIP + 16 + 12 * hop(beat, 0.5) },
    lean: -0.2 * swing(beat, 1),
    shoulders: 0.1 * swing(beat, 1),
    head: 0.1 * swing(beat, 2),
    leftFoot: { x: -70 + 16 * swing(beat, 2), y: -16 * Math.max(0, swing(beat, 1)) },
    rightFoot: { x: 70 + 16 * swing(beat, 2), y: -16 * Math.max(0, -swing(beat, 1)) },
    leftHand: { x: -104, y: 62 + 20 * swing(beat, 1) },
    rightHand: { x: 104, y: 62 - 20 * swing(beat, 1) },
    skirt: swing(beat, 1, 0.15),
  })

/** Straight up, again and again. */
const adumu: Move = (beat) => {
  const up = Math.max(0, Math.sin(Math.PI * ((((beat / 1) % 1) + 1) % 1))) ** 0.8
  const land = pulse(beat)
  return standing({
    hips: { x: 0, y: HIP + 40 * land - 170 * up },
    lean: 0.05 * swing(beat, 4),
    shoulders: 0.12 * pulse(beat - 0.5),
    head: 0.16 * land - 0.1 * up,
    leftFoot: { x: -24, y: -158 * up },
    rightFoot: { x: 24, y: -158 * up },
    leftHand: { x: -64, y: 146 },
    rightHand: { x: 64, y: 146 - 40 * up },
    skirt: 0.4 * swing(beat, 1),
  })
}

/** Everything below the ribs moves, everything above floats. */
const chakacha: Move = (beat) =>
  standing({
    hips: { x: 46 * swing(beat, 2), y: HIP + 12 + 9 * swing(beat, 1) },
    lean: -0.22 * swing(beat, 2),
    head: 0.2 * swing(beat, 2),
    leftFoot: { x: -44, y: 0 },
    rightFoot: { x: 44, y: 0 },
    leftHand: { x: -78 + 34 * swing(beat, 4), y: -128 + 16 * swing(beat, 2) },
    rightHand: { x: 78 + 34 * swing(beat, 4), y: -128 - 16 * swing(beat, 2) },
    skirt: 1.4 * swing(beat, 2, 0.25),
  })

/** Shoulders forward and back, hands on the hips. */
const isukuti: Move = (beat) =>
  standing({
    hips: { x: 16 * swing(beat, 2), y: HIP + 22 + 14 * hop(beat) },
    lean: 0.26 * step(beat, 4),
    shoulders: 0.36 * swing(beat, 0.5),
    head: 0.12 * swing(beat, 1),
    leftFoot: { x: -74, y: -26 * Math.max(0, swing(beat, 2)) },
    rightFoot: { x: 74, y: -26 * Math.max(0, -swing(beat, 2)) },
    leftHand: { x: -70, y: 128 },
    rightHand: { x: 70, y: 128 },
    skirt: swing(beat, 1),
  })

/** The train: small steps, one hand on the one in front, the other calling. */
const mugithi: Move = (beat) =>
  standing({
    hips: { x: 20 * swing(beat, 2), y: HIP + 4 + 12 * hop(beat) },
    lean: 0.1 + 0.06 * swing(beat, 2),
    head: 0.1 * swing(beat, 2),
    leftFoot: { x: -46, y: -40 * Math.max(0, swing(beat, 2)) },
    rightFoot: { x: 46, y: -40 * Math.max(0, -swing(beat, 2)) },
    leftHand: { x: -120, y: 26 },
    rightHand: { x: 84, y: -60 - 54 * hop(beat, 2) },
    skirt: swing(beat, 2, 0.2),
  })

/** A slide, a wait, a slide back; the arms come late. */
const amapiano: Move = (beat) => {
  const slide = step(beat, 4)
  return standing({
    hips: { x: 40 * slide, y: HIP + 26 - 18 * pulse(beat, 2) },
    lean: -0.24 * slide,
    shoulders: 0.2 * swing(beat, 1),
    head: 0.18 * step(beat, 2),
    leftFoot: { x: -66 - 56 * Math.max(0, -slide), y: 0 },
    rightFoot: { x: 66 + 56 * Math.max(0, slide), y: 0 },
    leftHand: { x: -70 + 60 * swing(beat, 2, 0.3), y: 92 - 30 * hop(beat) },
    rightHand: { x: 70 + 60 * swing(beat, 2, 0.3), y: 92 - 30 * hop(beat, 1) },
    skirt: -slide,
  })
}

/** A hop on one foot, and the arm cuts. */
const drill: Move = (beat) => {
  const cut = step(beat, 2)
  return standing({
    hips: { x: 14 * cut, y: HIP + 14 - 30 * hop(beat) + 24 * pulse(beat) },
    lean: 0.2 * cut,
    shoulders: -0.2 * cut,
    head: 0.2 * pulse(beat),
    leftFoot: { x: -60, y: cut > 0 ? -70 * hop(beat) : -8 * hop(beat) },
    rightFoot: { x: 60, y: cut > 0 ? -8 * hop(beat) : -70 * hop(beat) },
    leftHand: { x: -40 - 70 * Math.max(0, -cut), y: 30 - 120 * Math.max(0, -cut) },
    rightHand: { x: 40 + 70 * Math.max(0, cut), y: 30 - 120 * Math.max(0, cut) },
    skirt: swing(beat, 2),
  })
}

/** Praise: hands meet overhead on every second beat. */
const praise: Move = (beat) => {
  const apart = 1 - pulse(beat, 2)
  return standing({
    hips: { x: 26 * swing(beat, 4), y: HIP + 8 - 50 * hop(beat) },
    lean: 0.1 * swing(beat, 4),
    head: -0.12 * swing(beat, 2),
    leftFoot: { x: -56, y: -40 * hop(beat) },
    rightFoot: { x: 56, y: -40 * hop(beat) },
    leftHand: { x: -14 - 104 * apart, y: -146 + 44 * apart },
    rightHand: { x: 14 + 104 * apart, y: -146 + 44 * apart },
    skirt: 0.6 * swing(beat, 1),
  })
}

/** Low, lower, and the waist draws circles. */
const ohangla: Move = (beat) =>
  standing({
    hips: { x: 38 * swing(beat, 1), y: HIP + 34 + 22 * swing(beat, 4) + 8 * swing(beat, 1, 0.25) },
    lean: -0.16 * swing(beat, 1),
    shoulders: 0.14 * swing(beat, 1),
    head: 0.1 * swing(beat, 2),
    leftFoot: { x: -96, y: 0 },
    rightFoot: { x: 96, y: 0 },
    leftHand: { x: -120, y: -10 - 34 * swing(beat, 2) },
    rightHand: { x: 120, y: -10 + 34 * swing(beat, 2) },
    skirt: 1.2 * swing(beat, 1, 0.2),
  })

/** Long arms, long steps: the wind has the tune. */
const breeze: Move = (beat) =>
  standing({
    hips: { x: 54 * swing(beat, 4), y: HIP + 6 + 12 * hop(beat, 2) },
    lean: 0.2 * swing(beat, 4, 0.5),
    shoulders: 0.18 * swing(beat, 4),
    head: 0.22 * swing(beat, 4, 0.8),
    leftFoot: { x: -70 + 20 * swing(beat, 4), y: -30 * Math.max(0, swing(beat, 4)) },
    rightFoot: { x: 70 + 20 * swing(beat, 4), y: -30 * Math.max(0, -swing(beat, 4)) },
    leftHand: { x: -126, y: -30 + 84 * swing(beat, 4, 0.6) },
    rightHand: { x: 126, y: -30 - 84 * swing(beat, 4, 0.6) },
    skirt: 1.2 * swing(beat, 4, 0.7),
  })

export const moves = {
  gengetone,
  twoStep,
  benga,
  adumu,
  chakacha,
  isukuti,
  mugithi,
  amapiano,
  drill,
  praise,
  ohangla,
  breeze,
}
