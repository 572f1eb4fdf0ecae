import { expect, test } from 'vitest'
import { nairobiTime } from '#lib/core/clock.ts'
import { differenceLeft, spanOf } from './policy.ts'

const at = (hour: number, day = 10) => nairobiTime(2026, 5, day, hour)

test('people know the day, and moved the money before they proposed the journal', () => {
  const noon = at(12)
  expect(spanOf({ happenedAt: noon, proposedAt: at(15), proposedBy: 'amina' })).toEqual({
    from: at(0),
    to: at(15),
  })
  expect(spanOf({ happenedAt: noon, proposedAt: at(9, 12), proposedBy: 'amina' })).toEqual({
    from: at(0),
    to: at(0, 11),
  })
  expect(spanOf({ happenedAt: noon, proposedAt: at(15), proposedBy: null })).toEqual({ from: noon, to: noon })
})

test.each([
  ['before the balance', { from: at(8), to: at(9) }, -50n, -80n, 30n],
  ['after the balance', { from: at(11), to: at(11) }, -50n, -50n, -50n],
  ['on its day, all that lacks', { from: at(0), to: at(11) }, -50n, -50n, 0n],
  ['on its day, a part of what lacks', { from: at(0), to: at(11) }, -50n, -20n, -30n],
  ['on its day, more than lacks', { from: at(0), to: at(11) }, -50n, -51n, -50n],
  ['on its day, the other way', { from: at(0), to: at(11) }, -50n, 20n, -50n],
  ['on its day, a part of what is too much', { from: at(0), to: at(11) }, 50n, 20n, 30n],
  ['on its day, more than is too much', { from: at(0), to: at(11) }, 50n, 51n, 50n],
])('money that moved %s', (_, span, difference, more, left) => {
  expect(differenceLeft(difference, more, span, at(10))).toBe(left)
})
