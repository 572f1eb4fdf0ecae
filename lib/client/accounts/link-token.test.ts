import { expect, test } from 'vitest'
import { ApiError } from '#lib/client/http/api.ts'
import { isLinkRefused } from './link-token.ts'

test.each([400, 403, 404, 410])('a mailed link whose call is answered %i was refused', (status) => {
  expect(isLinkRefused(new ApiError(status, null))).toBe(true)
})

test.each([0, 429, 500, 503])('a mailed link whose call is answered %i is still good', (status) => {
  expect(isLinkRefused(new ApiError(status, null))).toBe(false)
})

test('a mailed link is still good where the page itself has failed', () => {
  expect(isLinkRefused(new TypeError('of the test'))).toBe(false)
})
