import { expect, test } from 'vitest'
import { readSubmitAnswer } from './send-due.ts'

const fault = (faultstring: string) => ({ fault: { faultstring } })
const answered = (status: number, body: unknown = '') => ({ kind: 'answered', status, body }) as const

test.each([401, 403])(
  'a bare %i of the gateway: nothing was taken, of any payout, and it is sent again',
  (status) => {
    const outcome = { state: 'retry', code: `status_${status}`, isForAll: true }
    expect(readSubmitAnswer(answered(status))).toEqual(outcome)
    expect(readSubmitAnswer(answered(status, '<html>Forbidden</html>'), 9)).toEqual(outcome)
    expect(readSubmitAnswer(answered(status, fault('Invalid access token')))).toEqual(outcome)
  },
)

test('an error of Daraja’s own with that status is the initiator’s: the queue waits for people', () => {
  const error = { errorCode: '401.003.01', errorMessage: 'Invalid API call as no apiproduct match found' }
  expect(readSubmitAnswer(answered(401, error))).toMatchObject({
    state: 'failed',
    isOurs: true,
  })
})

test.each([200, 404, 500, 502, 503, 504])('%i without a word of Daraja’s proves nothing', (status) => {
  expect(readSubmitAnswer(answered(status, 'oops'))).toEqual({ state: 'unknown', code: `status_${status}` })
})

test('a token that is refused is another’s fault twice in a row, and ours the third time', () => {
  const refused = answered(404, { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' })
  for (const before of [0, 1])
    expect(readSubmitAnswer(refused, before)).toMatchObject({ state: 'retry', isForAll: true })
  expect(readSubmitAnswer(refused, 2)).toMatchObject({ state: 'failed', isOurs: true })
})

test('a fault of the gateway is throttling where it says so, and else proves nothing', () => {
  const throttled = { state: 'retry', code: 'throttled', isForAll: false }
  expect(readSubmitAnswer(answered(429))).toEqual(throttled)
  for (const sentence of ['Spike arrest violation. Allowed rate : 5ps', 'Rate limit quota violation.'])
    expect(readSubmitAnswer(answered(500, fault(sentence)))).toEqual(throttled)
  const timedOut = answered(504, fault('Gateway Timeout'))
  expect(readSubmitAnswer(timedOut)).toEqual({ state: 'unknown', code: 'status_504' })
})
