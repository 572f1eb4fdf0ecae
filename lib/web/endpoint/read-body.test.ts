import { expect, test } from 'vitest'
import { errorResponse } from './error-response.ts'
import { BodyCutOffError, BodyTooLargeError, MAX_BODY_BYTES, readText, readWholeText } from './read-body.ts'

async function* cutOffAfter(text: string) {
  yield Buffer.from(text)
  // Node's error; Next and fetch have others.
  throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
}

test('a body that was cut off is that, whatever the server calls it, and no fault of ours', async () => {
  const cut = await readWholeText(cutOffAfter('{"a":')).catch((error: unknown) => error)
  expect(cut).toBeInstanceOf(BodyCutOffError)
  const stream = new ReadableStream({
    pull: (controller) => controller.error(new TypeError('terminated')),
  })
  const init = { method: 'POST', body: stream, duplex: 'half' }
  const request = new Request('http://x', init)
  await expect(readText(request)).rejects.toThrow(BodyCutOffError)
  const answer = errorResponse(cut, 'POST /a', 'request-1')
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { errors: { non_field_errors: ['What you sent was cut off. Please try again.'] }, code: 'invalid' },
  ])
})

test('one that is too large is that, also where it would be cut off later', async () => {
  const large = 'x'.repeat(MAX_BODY_BYTES + 1)
  await expect(readWholeText(cutOffAfter(large))).rejects.toThrow(BodyTooLargeError)
})
