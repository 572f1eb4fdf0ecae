import { HEIGHT, WIDTH } from './beat.ts'

/** Cloth and places: five colours each, the first being the ground. */
export type Palette = readonly [ground: string, deep: string, bright: string, light: string, accent: string]
export type Canvas = CanvasRenderingContext2D
export type Backdrop = (on: Canvas, colours: Palette, beat: number) => void

export const TURN = 2 * Math.PI

export function disc(on: Canvas, x: number, y: number, radius: number, colour: string): void {
  on.fillStyle = colour
  on.beginPath()
  on.arc(x, y, Math.max(0, radius), 0, TURN)
  on.fill()
}

export function shape(on: Canvas, colour: string, points: readonly (readonly [number, number])[]): void {
  on.fillStyle = colour
  on.beginPath()
  for (const [x, y] of points) on.lineTo(x, y)
  on.closePath()
  on.fill()
}

/** An almond from one point to another. */
export function petal(
  on: Canvas,
  x: number,
  y: number,
  angle: number,
  length: number,
  width: number,
  colour: string,
): void {
  on.save()
  on.translate(x, y)
  on.rotate(angle)
  on.fillStyle = colour
  on.beginPath()
  on.moveTo(0, 0)
  on.quadraticCurveTo(length / 2, -width, length, 0)
  on.quadraticCurveTo(length / 2, width, 0, 0)
  on.fill()
  on.restore()
}

export function cover(on: Canvas, colour: string): void {
  on.fillStyle = colour
  on.fillRect(0, 0, WIDTH, HEIGHT)
}
