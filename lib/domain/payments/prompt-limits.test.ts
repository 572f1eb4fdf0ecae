import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/core/clock.ts'
import { type EndedPrompt, nextPromptAt, unpaidInARow } from './prompt-limits.ts'

const at = new Date('2026-11-23T09:00:00Z')
const cancelled: EndedPrompt = {
  state: 'declined',
  resultCode: '1032',
  isKnown: true,
  at,
  asker: 'session:a',
  network: 'n',
}
const paid: EndedPrompt = { ...cancelled, state: 'credited', resultCode: '0' }
const times = (n: number, prompt: EndedPrompt) => Array.from({ length: n }, () => prompt)

describe('how long a phone is left alone', () => {
  test.each([
    [0, null],
    [1, null],
    [2, 60],
    [3, 300],
    [4, 1_800],
    [5, 86_400],
    [9, 86_400],
  ])('%s unpaid prompts in a row: %s seconds', (n, wait) => {
    const next = nextPromptAt(unpaidInARow(times(n, cancelled)))
    expect(next).toEqual(wait === null ? null : addSeconds(at, wait))
  })

  test('a paid one begins the row anew, also where its money went on to people', () => {
    for (const state of ['credited', 'review', 'refund_pending', 'refunded'] as const)
      expect(unpaidInARow([cancelled, { ...paid, state }, ...times(5, cancelled)])).toHaveLength(1)
  })

  test('one that nobody answered counts from when its time was over', () => {
    const unanswered: EndedPrompt = { ...cancelled, state: 'verifying', resultCode: null }
    expect(nextPromptAt(unpaidInARow([unanswered, cancelled]))).toEqual(addSeconds(at, 90 + 60))
  })

  test.each<[string, Partial<EndedPrompt>]>([
    ['M-Pesa could not send it', { resultCode: '1025' }],
    ['M-Pesa refused the same amount', { resultCode: '17' }],
    ['another request was open', { resultCode: '1001' }],
    ['nobody knows that it came', { state: 'verifying', resultCode: null, isKnown: false }],
  ])('a prompt of which the phone’s owner has seen nothing does not count: %s', (_why, of) => {
    expect(unpaidInARow(times(5, { ...cancelled, ...of }))).toEqual([])
  })
})
