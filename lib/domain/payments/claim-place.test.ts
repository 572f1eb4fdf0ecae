import { beforeEach, expect, test } from 'vitest'
import { ClaimPlace } from './claim-place.ts'

let place: ClaimPlace
beforeEach(() => {
  place = new ClaimPlace()
})

test('a claim begins behind the last one', () => {
  expect(place.next()).toBe(0n)
  place.found([3n, 4n, 7n], 3)
  expect(place.next()).toBe(7n)
})

test('a settlement beside that had claimed earlier ones does not send it back', () => {
  place.found([5n, 6n], 2)
  place.found([1n, 2n], 2)
  expect(place.next()).toBe(6n)
})

test.each([
  ['found less than it asked for', () => place.found([8n], 2)],
  ['found nothing', () => place.found([], 2)],
  ['failed', () => place.reset()],
])('a claim that %s sends the next one to the beginning', (_, end) => {
  place.found([5n, 6n], 2)
  end()
  expect(place.next()).toBe(0n)
})

test('the sixteenth claim in a row begins at the beginning, however many wait', () => {
  const begun = Array.from({ length: 32 }, (_, n) => {
    const after = place.next()
    place.found([BigInt(10 * n + 1)], 1)
    return after
  })
  expect(begun.flatMap((after, n) => (after === 0n ? [n] : []))).toEqual([0, 15, 31])
})
