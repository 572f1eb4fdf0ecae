import type { Canvas } from './shapes.ts'

interface Point {
  x: number
  y: number
}

/**
 * Where a body is at one moment. Feet stand on the ground (y up is negative), the hips hang above them, hands are
 * placed as seen from the middle of the shoulders; knees and elbows follow.
 */
export interface Pose {
  hips: Point
  /** The way the upper body leans, in radians. */
  lean: number
  /** One shoulder up, the other down, in radians. */
  shoulders: number
  head: number
  leftFoot: Point
  rightFoot: Point
  leftHand: Point
  rightHand: Point
  /** Which way elbows point: 1 outwards, -1 inwards. */
  elbows: number
  /** How far the skirt swings. */
  skirt: number
}

export interface Look {
  skin: string
  /** Top, and what is below it. */
  top: string
  cloth: string
  trim: string
  wears: 'skirt' | 'trousers' | 'shuka' | 'dress'
  hair: 'afro' | 'wrap' | 'cap' | 'braids' | 'short'
}

const TORSO = 150
const ARM = 84
const LEG = 120

function limb(on: Canvas, colour: string, width: number, points: readonly Point[]): void {
  on.strokeStyle = colour
  on.lineWidth = width
  on.lineCap = 'round'
  on.lineJoin = 'round'
  on.beginPath()
  for (const { x, y } of points) on.lineTo(x, y)
  on.stroke()
}

/** The joint between two bones of one length: what the knee or the elbow must be, bending to `side`. */
function joint(from: Point, to: Point, bone: number, side: number): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const reach = Math.max(1, Math.min(Math.hypot(dx, dy), bone * 2 - 1))
  const out = Math.sqrt(bone * bone - (reach / 2) ** 2) * side
  const length = Math.hypot(dx, dy) || 1
  return {
    x: from.x + (dx / length) * (reach / 2) - (dy / length) * out,
    y: from.y + (dy / length) * (reach / 2) + (dx / length) * out,
  }
}

/** Keeps a hand or foot within reach. */
function within(from: Point, to: Point, reach: number): Point {
  const far = Math.hypot(to.x - from.x, to.y - from.y)
  const scale = far > reach ? reach / far : 1
  return { x: from.x + (to.x - from.x) * scale, y: from.y + (to.y - from.y) * scale }
}

function darker(colour: string, by: number): string {
  const parts = [1, 3, 5].map((at) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * (1 - by)))
  return `rgb(${parts.join(' ')})`
}

/** Draws somebody whose feet stand around `at`; `size` 1 is about 540 tall, `facing` -1 turns them round. */
export function drawDancer(
  on: Canvas,
  pose: Pose,
  look: Look,
  at: Point,
  size: number,
  facing: number,
): void {
  on.save()
  on.translate(at.x, at.y)
  drawShadow(on, pose, size)
  on.scale(size * facing, size)
  const hips = pose.hips
  const chest = { x: hips.x + Math.sin(pose.lean) * TORSO, y: hips.y - Math.cos(pose.lean) * TORSO }
  const across = (half: number) => ({
    x: chest.x + Math.cos(pose.lean + pose.shoulders) * half,
    y: chest.y + Math.sin(pose.lean + pose.shoulders) * half,
  })
  const [left, right] = [across(-46), across(46)]
  const leg = (side: -1 | 1) => drawLeg(on, pose, look, side)
  leg(-1)
  leg(1)
  drawArm(on, left, chest, pose.leftHand, look, -1, pose.elbows)
  drawTorso(on, hips, left, right, look)
  if (look.wears === 'skirt' || look.wears === 'dress') drawSkirt(on, pose, look)
  drawHead(on, chest, pose, look)
  if (look.wears === 'shuka') drawShuka(on, pose, left, right, look)
  drawArm(on, right, chest, pose.rightHand, look, 1, pose.elbows)
  on.restore()
}

function drawShadow(on: Canvas, pose: Pose, size: number): void {
  const lifted = Math.max(pose.leftFoot.y, pose.rightFoot.y)
  on.fillStyle = 'rgb(0 0 0 / 0.28)'
  on.beginPath()
  on.ellipse(pose.hips.x * size * 0.6, 12 * size, (150 + lifted * 0.8) * size, 20 * size, 0, 0, 2 * Math.PI)
  on.fill()
}

/** Hip, knee and ankle of one leg. */
function bendLeg(pose: Pose, side: -1 | 1): readonly [Point, Point, Point] {
  const foot = side < 0 ? pose.leftFoot : pose.rightFoot
  const hip = { x: pose.hips.x + side * 26, y: pose.hips.y + 6 }
  const ankle = within(hip, { x: foot.x, y: foot.y - 14 }, LEG * 2)
  return [hip, joint(hip, ankle, LEG, side > 0 ? -1 : 1), ankle]
}

function drawLeg(on: Canvas, pose: Pose, look: Look, side: -1 | 1): void {
  const [hip, knee, ankle] = bendLeg(pose, side)
  const covered = look.wears === 'trousers'
  const colour = covered ? look.cloth : look.skin
  limb(on, side < 0 ? darker(colour, 0.22) : colour, 44, [hip, knee])
  limb(on, side < 0 ? darker(colour, 0.22) : colour, covered ? 38 : 30, [knee, ankle])
  limb(on, look.trim, 24, [
    { x: ankle.x - side * 2, y: ankle.y + 6 },
    { x: ankle.x + side * 28, y: ankle.y + 10 },
  ])
}

function drawArm(
  on: Canvas,
  shoulder: Point,
  chest: Point,
  hand: Point,
  look: Look,
  side: number,
  elbows: number,
): void {
  const reached = within(shoulder, { x: chest.x + hand.x, y: chest.y + hand.y }, ARM * 2 - 4)
  const elbow = joint(shoulder, reached, ARM, side * elbows)
  const skin = side < 0 ? darker(look.skin, 0.18) : look.skin
  limb(on, side < 0 ? darker(look.top, 0.2) : look.top, 36, [
    shoulder,
    { x: (shoulder.x + elbow.x) / 2, y: (shoulder.y + elbow.y) / 2 },
  ])
  limb(on, skin, 28, [
    { x: shoulder.x * 0.4 + elbow.x * 0.6, y: shoulder.y * 0.4 + elbow.y * 0.6 },
    elbow,
    reached,
  ])
  limb(on, look.trim, 30, [
    { x: elbow.x * 0.25 + reached.x * 0.75, y: elbow.y * 0.25 + reached.y * 0.75 },
    { x: elbow.x * 0.2 + reached.x * 0.8, y: elbow.y * 0.2 + reached.y * 0.8 },
  ])
  on.fillStyle = skin
  on.beginPath()
  on.arc(reached.x, reached.y, 19, 0, 2 * Math.PI)
  on.fill()
}

function drawTorso(on: Canvas, hips: Point, left: Point, right: Point, look: Look): void {
  on.fillStyle = look.top
  on.strokeStyle = look.top
  on.lineWidth = 34
  on.lineJoin = 'round'
  on.beginPath()
  on.moveTo(left.x + 6, left.y + 6)
  on.lineTo(right.x - 6, right.y + 6)
  on.lineTo(hips.x + 26, hips.y)
  on.lineTo(hips.x - 26, hips.y)
  on.closePath()
  on.fill()
  on.stroke()
  on.strokeStyle = look.trim
  on.lineWidth = 12
  on.beginPath()
  on.moveTo(hips.x - 38, hips.y - 8)
  on.lineTo(hips.x + 38, hips.y - 8)
  on.stroke()
}

function drawSkirt(on: Canvas, pose: Pose, look: Look): void {
  const { hips, skirt } = pose
  const long = look.wears === 'dress' ? 178 : 128
  const hem = hips.y + long
  const sway = skirt * 30
  // The cloth lies over the knees, wherever they are, and falls from there.
  const [leftKnee, rightKnee] = [bendLeg(pose, -1)[1], bendLeg(pose, 1)[1]]
  const wide = Math.max(84, rightKnee.x - hips.x + 20, hips.x - leftKnee.x + 20)
  const left = Math.min(hips.x - wide + sway, leftKnee.x - 12)
  const right = Math.max(hips.x + wide + sway, rightKnee.x + 12)
  const outline = () => {
    on.beginPath()
    on.moveTo(hips.x - 42, hips.y - 14)
    on.lineTo(hips.x + 42, hips.y - 14)
    on.quadraticCurveTo(rightKnee.x + 26, hips.y + 34, right, hem)
    on.quadraticCurveTo(hips.x + sway, hem + 26, left, hem)
    on.quadraticCurveTo(leftKnee.x - 26, hips.y + 34, hips.x - 42, hips.y - 14)
  }
  on.fillStyle = look.cloth
  outline()
  on.fill()
  on.save()
  outline()
  on.clip()
  for (let row = 0; row < 4; row++) {
    for (let spot = -3; spot <= 3; spot++) {
      on.fillStyle = (row + spot) % 2 === 0 ? look.trim : look.top
      on.beginPath()
      const down = (row + 0.5) / 4
      on.arc(hips.x + spot * 50 * (0.55 + down * 0.5) + sway * down, hips.y + long * down, 11, 0, 2 * Math.PI)
      on.fill()
    }
  }
  on.restore()
  on.strokeStyle = look.trim
  on.lineWidth = 10
  on.beginPath()
  on.moveTo(left, hem - 2)
  on.quadraticCurveTo(hips.x + sway, hem + 24, right, hem - 2)
  on.stroke()
}

function drawShuka(on: Canvas, { hips, skirt }: Pose, left: Point, right: Point, look: Look): void {
  on.fillStyle = look.cloth
  on.beginPath()
  on.moveTo(left.x - 14, left.y - 8)
  on.lineTo(left.x + 34, left.y - 14)
  on.lineTo(hips.x + 62, hips.y + 20)
  on.lineTo(hips.x + 72 + skirt * 26, hips.y + 118)
  on.lineTo(hips.x - 68 + skirt * 26, hips.y + 124)
  on.lineTo(hips.x - 52, hips.y)
  on.closePath()
  on.fill()
  for (const [ring, colour] of [look.trim, look.top, look.trim].entries()) {
    on.strokeStyle = colour
    on.lineWidth = 9
    on.beginPath()
    on.ellipse(
      (left.x + right.x) / 2,
      (left.y + right.y) / 2 - 8 + ring * 9,
      34 + ring * 9,
      13 + ring * 4,
      0,
      0.1,
      Math.PI - 0.1,
    )
    on.stroke()
  }
}

function drawHead(on: Canvas, chest: Point, pose: Pose, look: Look): void {
  on.save()
  on.translate(chest.x, chest.y)
  on.rotate(pose.lean * 0.6 + pose.head)
  limb(on, darker(look.skin, 0.14), 30, [
    { x: 0, y: 4 },
    { x: 0, y: -34 },
  ])
  const blob = (x: number, y: number, wide: number, tall: number, colour: string) => {
    on.fillStyle = colour
    on.beginPath()
    on.ellipse(x, y, wide, tall, 0, 0, 2 * Math.PI)
    on.fill()
  }
  if (look.hair === 'afro') blob(0, -86, 58, 54, '#1a1210')
  if (look.hair === 'braids') {
    for (const side of [-1, 1]) {
      limb(on, '#1a1210', 15, [
        { x: side * 26, y: -96 },
        { x: side * 42, y: -52 },
        { x: side * (40 - 12 * pose.head * side) + pose.skirt * -14, y: -4 },
      ])
    }
  }
  blob(0, -70, 35, 42, look.skin)
  if (look.hair === 'wrap') {
    blob(0, -94, 41, 27, look.trim)
    blob(13, -122, 29, 21, look.cloth)
    blob(-15, -116, 21, 17, look.trim)
  }
  if (look.hair === 'short' || look.hair === 'braids') blob(0, -92, 37, 24, '#1a1210')
  if (look.hair === 'cap') {
    blob(0, -94, 38, 24, look.trim)
    limb(on, look.trim, 12, [
      { x: 8, y: -84 },
      { x: 48, y: -80 },
    ])
  }
  on.restore()
}
