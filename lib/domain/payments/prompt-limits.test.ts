import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/core/clock.ts'
import {
  type EndedPrompt,
  isQueueFull,
  LONGEST_WAIT_SECONDS,
  nextPromptAt,
  turnsAt,
  unpaidInARow,
  waitSeconds,
} from './prompt-limits.ts'

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

describe('how long a prompt waits', () => {
  const queue = Array.from({ length: 100 }, (_, place) => 1_000 + place)

  test('as long as those before it take, in whole seconds', () => {
    expect(waitSeconds(queue, 1_050, 10)).toBe(5)
    expect(waitSeconds(queue, 1_051, 10)).toBe(6)
    expect(waitSeconds(queue, 5_000, 20)).toBe(5)
  })

  test('nothing is said of a wait that is over before it is read', () => {
    expect(waitSeconds([], 1_000, 1)).toBeNull()
    expect(waitSeconds(queue, 1_000, 20)).toBeNull()
    expect(waitSeconds(queue, 1_039, 20)).toBeNull()
    expect(waitSeconds(queue, 1_040, 20)).toBe(2)
  })

  test('the queue takes what is sent in the longest wait', () => {
    expect(isQueueFull(LONGEST_WAIT_SECONDS * 20 - 1, 20)).toBe(false)
    expect(isQueueFull(LONGEST_WAIT_SECONDS * 20, 20)).toBe(true)
  })
})

describe.each([1, 2, 5, 7, 10, 20, 33, 100, 300, 1_000])('at %i a second', (rate) => {
  /** Sends all that may be sent whenever it is looked, so many ms late. @returns when each was sent, in ms */
  function sendFor(ms: number, late: () => number): number[] {
    const sent: number[] = []
    let spentUntil = 0
    for (let at = 5_000; at < 5_000 + ms; ) {
      const turns = turnsAt(spentUntil, at, rate)
      for (let n = 0; n < turns.free; n++) sent.push(at)
      spentUntil = turns.spentAfter(turns.free)
      at += turns.msUntilMore(turns.free) + late()
    }
    return sent
  }

  test('no second has more than the rate and a tenth of it, and hardly less is let through', () => {
    let turn = 0
    const sent = sendFor(10_000, () => turn++ % 9)
    const most = rate + Math.ceil(rate / 10)
    // However many more than that were sent, the last of them comes a second after the first at the earliest.
    for (const [place, at] of sent.entries())
      expect((sent[place + most] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThanOrEqual(1_000)
    expect(sent.length).toBeGreaterThan(10 * rate * 0.9)
  })

  test('what was not used is not saved up, and a clock that was set back holds nothing up for long', () => {
    const { free } = turnsAt(0, 3_600_000, rate)
    expect(free).toBe(Math.ceil(rate / 10))
    expect(turnsAt(3_600_000, 5_000, rate).msUntilMore(0)).toBeLessThanOrEqual(1_000)
  })
})
