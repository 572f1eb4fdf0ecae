import { expect, test } from 'vitest'
import { phoneProblem, waysByHand } from './ways-by-hand.ts'

const paybill = { business_number: '600999', account_number: 'ABC' }
const standing = { wrong: null, problem: null, paybill, isCancelled: false }

test.each([
  ['0712 345 678', null],
  ['\u202a00254 (0) 712\u2013345\u2013678\u202c', null],
  ['0112 345 678', 'paybillAlone'],
  ['+254 112-345-678', 'paybillAlone'],
  ['0812 345 678', 'format'],
  ['', 'format'],
] as const)('%j has the problem %s', (typed, problem) => {
  expect(phoneProblem(typed)).toBe(problem)
})

test('a number of 01 shows how to pay by Paybill, and an invalid number does not', () => {
  expect(waysByHand({ ...standing, wrong: 'paybillAlone' })).toEqual({
    paybill,
    detail: 'paybillAloneByHand',
  })
  expect(waysByHand({ ...standing, wrong: 'format' })).toBeNull()
  expect(waysByHand({ ...standing, wrong: 'paybillAlone', paybill: null })).toBeNull()
})
