import { beforeEach, expect, test } from 'vitest'
import { batchOf, forgetBatch, rememberBatch } from './decided-together.ts'

beforeEach(() => {
  forgetBatch(['a', 'b', 'c', 'd', 'e'])
})

test('what was decided by one press is undone by one, and a single decision by itself', () => {
  rememberBatch(['a', 'b'])
  rememberBatch(['c'])
  rememberBatch(['d', 'e'])
  expect(batchOf('b')).toEqual(['a', 'b'])
  expect(batchOf('c')).toEqual(['c'])
  expect(batchOf('d')).toEqual(['d', 'e'])
})

test('what was undone is no batch any more', () => {
  rememberBatch(['a', 'b'])
  forgetBatch(['a'])
  expect(batchOf('b')).toEqual(['b'])
})
