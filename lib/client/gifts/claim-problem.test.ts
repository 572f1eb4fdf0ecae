import { expect, test } from 'vitest'
import { ApiError } from '#lib/client/http/api.ts'
import { readClaimProblem } from './claim-problem.ts'

const refused = (status: number, data: unknown) => readClaimProblem(new ApiError(status, data))

test('knows the rules that refuse a claim by their code', () => {
  expect(refused(404, { error: 'We have not found…', code: 'receipt_not_found' })).toEqual({
    kind: 'not_found',
  })
  expect(refused(409, { error: 'We have your payment…', code: 'claim_needs_code' })).toEqual({
    kind: 'needs_code',
  })
  expect(refused(409, { error: 'A person…', code: 'claim_needs_review' })).toEqual({ kind: 'review' })
})

test('puts validation beside its field', () => {
  expect(refused(400, { errors: { receipt: ['Enter the code.'] }, code: 'invalid' })).toEqual({
    kind: 'fields',
    fields: { receipt: 'Enter the code.' },
  })
})

test('tells the wait in whole minutes', () => {
  expect(refused(429, { detail: 'Too many', retry_after: 61 })).toEqual({ kind: 'wait', minutes: 2 })
  expect(refused(429, { detail: 'Too many' })).toEqual({ kind: 'wait', minutes: 1 })
})

test('tells a lost connection from a fault', () => {
  expect(refused(0, null)).toEqual({ kind: 'offline' })
  expect(refused(500, { detail: 'Something went wrong.', request_id: 'x' })).toEqual({ kind: 'other' })
  expect(refused(502, '<html>Bad gateway</html>')).toEqual({ kind: 'other' })
  expect(readClaimProblem(new TypeError('x is undefined'))).toEqual({ kind: 'other' })
})
