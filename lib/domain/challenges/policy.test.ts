import { describe, expect, test } from 'vitest'
import { nairobiTime } from '#lib/core/clock.ts'
import { type ChallengeCalendar, launchOffer, phaseAt, phaseEndsAt } from './policy.ts'

const opens = nairobiTime(2026, 11, 8)
const ends = nairobiTime(2026, 12, 1)
const secondBefore = (moment: Date) => new Date(moment.getTime() - 1_000)
const november = (phase: ChallengeCalendar['phase']): ChallengeCalendar => ({
  phase,
  votingStartsAt: opens,
  endsAt: ends,
  closedAt: null,
})

describe('the phase of a challenge', () => {
  test('follows its dates where the worker is late', () => {
    expect(phaseAt(november('subscription'), secondBefore(opens))).toBe('subscription')
    expect(phaseAt(november('subscription'), opens)).toBe('voting')
    expect(phaseAt(november('voting'), secondBefore(ends))).toBe('voting')
    expect(phaseAt(november('voting'), ends)).toBe('tallying')
  })

  test('stays where it was moved to ahead of its dates', () => {
    expect(phaseAt(november('voting'), secondBefore(opens))).toBe('voting')
    expect(phaseAt(november('tallying'), opens)).toBe('tallying')
    expect(phaseAt(november('closed'), opens)).toBe('closed')
  })

  test('is over at the next date', () => {
    expect(phaseEndsAt(november('subscription'), secondBefore(opens))).toEqual(opens)
    expect(phaseEndsAt(november('voting'), opens)).toEqual(ends)
    expect(phaseEndsAt(november('tallying'), ends)).toEqual(nairobiTime(2026, 12, 3))
    expect(phaseEndsAt({ ...november('closed'), closedAt: opens }, ends)).toEqual(opens)
  })
})

describe('the launch offer', () => {
  const terms = { subscriptionFee: 100_000n, launchFee: 5_000n, launchSlots: 100 }

  test('is KES 50 until the last slot is taken, then the full fee', () => {
    expect(launchOffer(terms, 99)).toEqual({ slotsLeft: 1, isOpen: true, fee: 5_000n })
    expect(launchOffer(terms, 100)).toEqual({ slotsLeft: 0, isOpen: false, fee: 100_000n })
    expect(launchOffer(terms, 103)).toEqual({ slotsLeft: 0, isOpen: false, fee: 100_000n })
  })
})
