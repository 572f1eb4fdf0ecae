import { expect, test } from 'vitest'
import { addSeconds } from '#lib/core/clock.ts'
import { orderedSentence } from './order-prompt.ts'
import { promptStandingOf } from './policy.ts'
import type { PaymentState } from './schema.ts'

const submittedAt = new Date('2026-11-23T09:00:00Z')

test.each<[PaymentState, number, string]>([
  ['created', 0, 'none'],
  ['submitting', 10, 'unsure'],
  ['awaiting', 89, 'sent'],
  ['awaiting', 90, 'over'],
  ['submit_unknown', 89, 'unsure'],
  ['submit_unknown', 90, 'over'],
  ['submitting', 1_500, 'over'],
  ['verifying', 20, 'over'],
  ['verifying', 1_500, 'over'],
  ['unresolved', 200_000, 'none'],
  ['credited', 5, 'none'],
  ['declined', 5, 'none'],
  ['rejected', 5, 'none'],
])('%s after %s seconds: %s', (state, seconds, standing) => {
  expect(promptStandingOf({ state, submittedAt, confirmedAt: null }, addSeconds(submittedAt, seconds))).toBe(
    standing,
  )
})

test('a payment that is confirmed and waits for its time has no prompt to wait for', () => {
  const confirmed = { state: 'verifying', submittedAt, confirmedAt: submittedAt } as const
  expect(promptStandingOf(confirmed, addSeconds(submittedAt, 300))).toBe('none')
})

test.each([
  [
    'number_refused',
    'This number is not registered with M-PESA, so no prompt was sent. Use an M-PESA number.',
  ],
  ['locked', 'Another M-PESA request is open on this phone. Finish or cancel it, then try again.'],
  ['phone_waits', 'The last prompts to this phone were not paid, so we did not send another one.'],
  ['unreachable', 'M-PESA can’t send a prompt right now.'],
  [null, 'M-PESA can’t send a prompt right now.'],
])('whose prompt did not leave hears why at once: %s', (code, why) => {
  expect(orderedSentence({ state: 'rejected', code, waitSeconds: null })).toEqual(
    `${why} You can pay by Paybill instead.`,
  )
})
