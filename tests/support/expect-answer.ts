import { expect } from 'vitest'

/** Expects status and body, and the headers that every answer has. */
export async function expectAnswer(response: Response, status: number, body: unknown) {
  expect({ status: response.status, body: await response.json() }).toEqual({ status, body })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('x-request-id')).toMatch(/^[\w.-]{1,64}$/)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
}
