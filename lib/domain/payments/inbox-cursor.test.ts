import { beforeEach, expect, test } from 'vitest'
import { InboxCursor } from './settlement-rows.ts'

let cursor: InboxCursor
beforeEach(() => {
  cursor = new InboxCursor()
})

test('a claim begins a little before the end of the last one', () => {
  expect(cursor.next()).toBe(0n)
  cursor.found(1_007n)
  expect(cursor.next()).toBe(807n)
})

test('a settlement beside that had claimed earlier ones does not send it back', () => {
  cursor.found(1_006n)
  cursor.found(2n)
  expect(cursor.next()).toBe(806n)
})

test('early in the life of the inbox it begins at the beginning', () => {
  cursor.found(6n)
  expect(cursor.next()).toBe(0n)
})

test.each([
  ['found nothing', () => cursor.found(null)],
  ['failed', () => cursor.reset()],
])('a claim that %s sends the next one to the beginning', (_, end) => {
  cursor.found(1_006n)
  end()
  expect(cursor.next()).toBe(0n)
})

test('the sixteenth claim in a row begins at the beginning, however many wait', () => {
  const begun = Array.from({ length: 32 }, (_, n) => {
    const after = cursor.next()
    cursor.found(BigInt(1_000 + n))
    return after
  })
  expect(begun.flatMap((after, n) => (after === 0n ? [n] : []))).toEqual([0, 15, 31])
})
