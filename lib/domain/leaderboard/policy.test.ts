import { describe, expect, test } from 'vitest'
import { prizeOf } from './policy.ts'

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
