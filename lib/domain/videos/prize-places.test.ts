import { describe, expect, test } from 'vitest'
import { prizeOf, votesToPrize } from './standings.ts'

const terms = { winners: 5, prizePerWinner: 500_000n }

describe('the prize of a place', () => {
  test('goes to the first five', () => {
    expect(prizeOf({ rank: 1, voteCount: 9 }, terms)).toBe(500_000n)
    expect(prizeOf({ rank: 5, voteCount: 1 }, terms)).toBe(500_000n)
    expect(prizeOf({ rank: 6, voteCount: 1 }, terms)).toBe(0n)
  })

  test('is not won without a vote', () => {
    expect(prizeOf({ rank: 1, voteCount: 0 }, terms)).toBe(0n)
  })
})

describe('the votes that are missing to a prize', () => {
  const standings = [90, 80, 70, 60, 50, 40].map((voteCount) => ({ voteCount }))

  test('are none within the winners, and one where nobody has voted yet', () => {
    expect(votesToPrize(5, 50, standings, 5)).toBe(0)
    expect(votesToPrize(1, 0, [{ voteCount: 0 }], 5)).toBe(1)
  })

  test('pass the last winner, who was there first', () => {
    expect(votesToPrize(6, 40, standings, 5)).toBe(11)
    expect(votesToPrize(6, 50, [...standings.slice(0, 5), { voteCount: 50 }], 5)).toBe(1)
    expect(votesToPrize(null, 0, standings, 5)).toBe(51)
  })
})
