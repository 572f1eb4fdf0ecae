import { describe, expect, test } from 'vitest'
import type { GiftView } from '#lib/contract/gifts/calls.ts'
import { giftProgress, nextPollMs, PROMPT_SECONDS } from './gift-progress.ts'

const pending: GiftView = {
  id: 'g',
  status: 'pending',
  failure: null,
  vote_count: 5,
  video_id: 'v',
  video_title: 'Kanga',
  amount: 250,
  receipt: null,
  message: '',
  paybill: { business_number: '600999', account_number: 'ABC' },
  prompt_open: true,
  prompt: 'sent',
  can_retry_prompt: false,
  wait_seconds: null,
  place: null,
  created_at: '2026-11-20T09:00:00.000Z',
}
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

  test('while others are before it, its wait is told', () => {
    const queued: GiftView = { ...pending, prompt: 'none', prompt_open: false, wait_seconds: 12 }
    expect(giftProgress(queued, START, START + 70_000)).toEqual({ kind: 'queued', seconds: 12 })
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
  const waits = [0, 60_000, 300_000, 3_600_000].map(nextPollMs)
  expect(waits).toEqual([...waits].sort((a, b) => a - b))
  expect(waits[0]).toBeLessThanOrEqual(1_000)
})
