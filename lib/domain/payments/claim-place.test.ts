import { beforeEach, expect, test } from 'vitest'
import { ClaimPlace } from './claim-place.ts'

let place: ClaimPlace
beforeEach(() => {
  place = new ClaimPlace()
})

test('a claim begins a little before the end of the last one', () => {
  expect(place.next()).toBe(0n)
  place.found(1_007n)
  expect(place.next()).toBe(807n)
})

test('a settlement beside that had claimed earlier ones does not send it back', () => {
  place.found(1_006n)
  place.found(2n)
  expect(place.next()).toBe(806n)
})

test('early in the life of the inbox it begins at the beginning', () => {
  place.found(6n)
  expect(place.next()).toBe(0n)
})

test.each([
  ['found nothing', () => place.found(null)],
  ['failed', () => place.reset()],
])('a claim that %s sends the next one to the beginning', (_, end) => {
  place.found(1_006n)
  end()
  expect(place.next()).toBe(0n)
})

test('the sixteenth claim in a row begins at the beginning, however many wait', () => {
  const begun = Array.from({ length: 32 }, (_, n) => {
    const after = place.next()
    place.found(BigInt(1_000 + n))
    return after
  })
  expect(begun.flatMap((after, n) => (after === 0n ? [n] : []))).toEqual([0, 15, 31])
})
