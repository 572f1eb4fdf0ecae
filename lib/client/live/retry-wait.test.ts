import { expect, test } from 'vitest'
import { waitBeforeTry } from './retry-wait.ts'

/** When a socket that is lost at 0 tries, in ms, where the dice always fall like this. */
function triesOf(random: number, until: number): number[] {
  const tries: number[] = []
  for (let at = waitBeforeTry(0, random); at < until; at += waitBeforeTry(at, random)) tries.push(at)
  return tries
}

test.each([0, 0.5, 1])(
  'a server that is back within four seconds is found within five (dice: %d)',
  (dice) => {
    const tries = triesOf(dice, 10_000)
    for (let back = 0; back <= 4_000; back += 100)
      expect(tries.find((at) => at >= back)).toBeLessThanOrEqual(5_000)
  },
)

test('in a long outage a socket asks rarely, and never waits for longer than half a minute', () => {
  expect(triesOf(0.5, 3_600_000).length).toBeLessThan(180)
  expect(waitBeforeTry(3_600_000, 1)).toBe(30_000)
  expect(triesOf(0, 6_000).length).toBeLessThanOrEqual(12)
})

test('browsers that lost a server in the same moment come back spread out', () => {
  for (const lostFor of [0, 800, 20_000, 600_000])
    expect(waitBeforeTry(lostFor, 1) - waitBeforeTry(lostFor, 0)).toBeGreaterThanOrEqual(500)
})
