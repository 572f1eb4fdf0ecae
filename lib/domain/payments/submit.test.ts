import { describe, expect, test } from 'vitest'
import type { DarajaAnswer } from '#lib/domain/mpesa/http.ts'
import { readSubmitAnswer } from './submit.ts'

const answered = (status: number, body: unknown): DarajaAnswer => ({ kind: 'answered', status, body })
const refused = (status: number, errorCode: string, errorMessage = '') =>
  answered(status, { requestId: '1', errorCode, errorMessage })
const ack = {
  MerchantRequestID: 'm',
  CheckoutRequestID: 'ws_CO_1',
  ResponseCode: '0',
  ResponseDescription: '',
}

describe('what the acknowledgement of a prompt proves', () => {
  test('accepted: the prompt is on its way', () => {
    const expected = { state: 'awaiting', checkoutRequestId: 'ws_CO_1', merchantRequestId: 'm' }
    expect(readSubmitAnswer(answered(200, ack))).toEqual(expected)
    expect(readSubmitAnswer(answered(200, { ...ack, ResponseCode: 0 }))).toEqual(expected)
  })

  test.each<[string, DarajaAnswer]>([
    ['no connection', { kind: 'unreached', reason: 'ECONNREFUSED' }],
    ['the circuit is open', { kind: 'unreached', reason: 'circuit_open' }],
    ['not accepted', answered(200, { ...ack, ResponseCode: '1' })],
    ['an invalid field', refused(400, '400.002.02', 'Bad Request - Invalid Amount')],
    ['a refused token', refused(404, '404.001.03')],
    ['spike arrest with 429', answered(429, { fault: { faultstring: 'Spike arrest violation' } })],
    ['spike arrest with 500', answered(500, { fault: { faultstring: 'Spike arrest violation' } })],
    ['a quota of the gateway', answered(500, { fault: { faultstring: 'Rate limit quota violation' } })],
    ['busy', refused(500, '500.003.02', 'System is busy')],
    ['over the quota', refused(500, '500.003.03')],
    [
      'another prompt on the phone',
      refused(500, '500.001.1001', 'Unable to lock subscriber, a transaction is…'),
    ],
    ['wrong credentials', refused(500, '500.001.1001', 'Wrong credentials')],
    ['no such merchant', refused(500, '500.001.1001', 'Merchant does not exist')],
    ['a page of a gateway, 403', answered(403, '<html>')],
  ])('%s: certainly no prompt', (_why, answer) => {
    expect(readSubmitAnswer(answer)).toMatchObject({ state: 'rejected' })
  })

  test.each([
    ['Bad Request - Invalid PhoneNumber', 'number_refused'],
    ['Bad Request - Invalid PartyA', 'number_refused'],
    ['Bad Request - Invalid PartyB', '400.002.02'],
    ['Bad Request - Invalid Amount', '400.002.02'],
  ])('“%s” is about the payer’s number: %s', (message, code) => {
    expect(readSubmitAnswer(refused(400, '400.002.02', message))).toEqual({ state: 'rejected', code })
  })

  test.each<[string, DarajaAnswer]>([
    ['a time-out', { kind: 'lost', reason: 'TimeoutError' }],
    ['a lost connection', { kind: 'lost', reason: 'UND_ERR_SOCKET' }],
    ['an internal error', refused(500, '500.003.1001', 'Internal Server Error')],
    ['"being processed"', refused(500, '500.001.1001', 'The transaction is being processed')],
    ['no words at all', refused(500, '500.001.1001')],
    ['a page of a gateway, 502', answered(502, '<html>')],
    [
      'a gateway behind which nobody has answered in time',
      answered(504, { fault: { faultstring: 'Gateway Timeout' } }),
    ],
    ['200 without the prompt’s id', answered(200, { ResponseCode: '0' })],
    ['200 with an empty body', answered(200, '')],
    ['200 with a page', answered(200, '<html>')],
    ['a redirect', answered(302, '')],
  ])('%s: the payer may have the prompt', (_why, answer) => {
    expect(readSubmitAnswer(answer)).toMatchObject({ state: 'submit_unknown' })
  })
})
