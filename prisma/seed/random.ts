import { createHash } from 'node:crypto'

/** Random numbers that are equal for the same seed text. */
export interface Chance {
  /** From 0, below 1. */
  next(): number
  /** Inclusive. */
  whole(low: number, high: number): number
  happens(probability: number): boolean
  pick<T>(from: readonly T[]): T
  shuffle<T>(these: readonly T[]): T[]
  /** Returns an index by weight. */
  weighted(weights: readonly number[]): number
}

/** Returns sfc32, seeded with SHA-256. Each part of the seed uses its own, so that parts are independent. */
export function chanceOf(seed: string): Chance {
  const digest = createHash('sha256').update(seed).digest()
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as [number, number, number, number]

  function next(): number {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return (sum >>> 0) / 2 ** 32
  }

  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))

  function shuffle<T>(these: readonly T[]): T[] {
    const rest = [...these]
    const mixed: T[] = []
    while (rest.length > 0) mixed.push(...rest.splice(whole(0, rest.length - 1), 1))
    return mixed
  }

  function pick<T>(from: readonly T[]): T {
    const found = from[whole(0, from.length - 1)]
    if (found === undefined) throw new RangeError('nothing to pick from')
    return found
  }

  function weighted(weights: readonly number[]): number {
    let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
    const found = weights.findIndex((weight) => {
      left -= weight
      return left < 0
    })
    return found < 0 ? weights.length - 1 : found
  }

  for (let i = 0; i < 12; i++) next()
  return { next, whole, happens: (probability) => next() < probability, pick, shuffle, weighted }
}
