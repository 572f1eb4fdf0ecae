import { describe, expect, test } from 'vitest'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { pendingGift } from '#tests/support/browser-of-gifts.ts'
import { giftProgress, isFinal, isUnsent, nextPollMs, PROMPT_SECONDS, promptedAtBy } from './gift-progress.ts'

const pending = pendingGift
const START = 1_000_000

describe('where a payment stands', () => {
  test('while the prompt waits, its seconds run', () => {
    expect(giftProgress(pending, START, START)).toEqual({ kind: 'prompt', secondsLeft: PROMPT_SECONDS })
    expect(giftProgress(pending, START, START + 20_400)).toEqual({ kind: 'prompt', secondsLeft: 40 })
  })

  test('when they are over, or the prompt is gone, M-Pesa is asked: nobody is asked to pay again', () => {
    expect(giftProgress(pending, START, START + 60_000)).toEqual({ kind: 'checking' })
    expect(giftProgress({ ...pending, prompt_open: false }, START, START)).toEqual({ kind: 'checking' })
  })

  test('a reason of a newer release, for which this page has no words, is another one', () => {
    const newer = JSON.parse(JSON.stringify({ ...pending, failure: 'of_tomorrow', can_retry_prompt: true }))
    expect(giftProgress(newer, START, START)).toEqual({ kind: 'paybill', failure: 'other', canRetry: true })
    const failed = { ...newer, status: 'failed' }
    expect(giftProgress(failed, START, START)).toEqual({ kind: 'failed', failure: 'other' })
  })

  test('what M-Pesa left unclear is said, whatever the clock of this device says', () => {
    for (const prompt of ['unsure', 'over'] as const)
      for (const at of [START, START + 1_500_000])
        expect(giftProgress({ ...pending, prompt }, START, at)).toEqual({ kind: prompt })
  })

  test('a prompt that never left leads to the payment page', () => {
    const rejected: GiftView = { ...pending, prompt_open: false, failure: 'not_sent', can_retry_prompt: true }
    expect(giftProgress(rejected, START, START)).toEqual({
      kind: 'paybill',
      failure: 'not_sent',
      canRetry: true,
    })
  })

  test('a clock that was set back does not give a prompt more time than it has', () => {
    expect(giftProgress(pending, START, START - 86_400_000)).toEqual({
      kind: 'prompt',
      secondsLeft: PROMPT_SECONDS,
    })
  })

  test('where the video takes no votes any more, nobody is told to pay', () => {
    const prompts = ['none', 'sent', 'unsure', 'over'] as const
    const open: GiftView[] = prompts.map((prompt) => ({ ...pending, prompt }))
    const unsent: GiftView = { ...pending, prompt: 'none', prompt_open: false, failure: 'not_sent' }
    for (const gift of [...open, unsent, { ...pending, wait_seconds: 12 }])
      expect(giftProgress({ ...gift, paybill: null }, START, START)).toEqual({ kind: 'closed' })
    expect(giftProgress({ ...pending, paybill: null, status: 'completed' }, START, START)).toEqual({
      kind: 'completed',
    })
  })

  test('only a gift whose prompt never left is known to be on no phone', () => {
    expect(isUnsent({ ...pending, failure: 'not_sent' })).toBe(true)
    expect(isUnsent(pending)).toBe(false)
    expect(isUnsent({ ...pending, status: 'failed', failure: 'cancelled' })).toBe(false)
  })

  test('the end is told by the server alone', () => {
    expect(giftProgress({ ...pending, status: 'completed' }, START, START)).toEqual({ kind: 'completed' })
    expect(giftProgress({ ...pending, status: 'failed', failure: 'cancelled' }, START, START)).toEqual({
      kind: 'failed',
      failure: 'cancelled',
    })
    expect(giftProgress({ ...pending, status: 'failed' }, START, START)).toEqual({
      kind: 'failed',
      failure: 'other',
    })
    expect(giftProgress({ ...pending, status: 'under_review' }, START, START)).toEqual({
      kind: 'under_review',
    })
  })
})

test('a payment is asked about ever less often', () => {
  expect([0, 1, 2, 3, 9].map((polls) => nextPollMs(polls))).toEqual([5_000, 10_000, 20_000, 20_000, 20_000])
  expect(nextPollMs(0, true)).toBe(60_000)
})

test('a wait for others is counted down between two answers, and is never over by that alone', () => {
  const queued: GiftView = { ...pending, prompt: 'none', prompt_open: false, wait_seconds: 12 }
  const secondsAfter = (ms: number) => giftProgress(queued, START, START + ms)
  expect([0, 4_500, 60_000].map(secondsAfter)).toEqual([
    { kind: 'queued', seconds: 12 },
    { kind: 'queued', seconds: 8 },
    { kind: 'queued', seconds: 1 },
  ])
  expect(secondsAfter(-5_000)).toEqual({ kind: 'queued', seconds: 12 })
})

test('money that comes after any other end still counts, so only two ends are final', () => {
  const all = ['pending', 'completed', 'failed', 'expired', 'under_review', 'refunded'] as const
  expect(all.filter((status) => isFinal({ ...pending, status }))).toEqual(['completed', 'refunded'])
})

test('a prompt that is tried again has all its time, and one that waited for others', () => {
  const unsent: GiftView = { ...pending, prompt: 'none', prompt_open: false, failure: 'not_sent' }
  const at = START + 300_000
  expect(promptedAtBy(unsent, pending, at)).toBe(at)
  expect(giftProgress(pending, promptedAtBy(unsent, pending, at) ?? START, at)).toEqual({
    kind: 'prompt',
    secondsLeft: PROMPT_SECONDS,
  })
  expect(promptedAtBy(null, { ...pending, wait_seconds: 12 }, at)).toBe(at)
  for (const before of [null, pending, { ...unsent, id: 'other' }])
    expect(promptedAtBy(before, pending, at)).toBeNull()
  expect(promptedAtBy(unsent, unsent, at)).toBeNull()
})
