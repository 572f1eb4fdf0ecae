import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/core/clock.ts'
import { judgeEligibility, judgeRefresh, purgedBefore, refreshExpiry, splitDisplayName } from './policy.ts'

describe('a refresh token', () => {
  const moment = new Date('2026-11-20T09:00:00Z')
  const fresh = {
    usedAt: null,
    expiresAt: addSeconds(moment, 1),
    sessionRevokedAt: null,
    isUserActive: true,
    lacksFactor: false,
  }
  const used = (secondsAgo: number) =>
    judgeRefresh({ ...fresh, usedAt: addSeconds(moment, -secondsAgo) }, moment)

  test('is exchanged once, and again within ten seconds', () => {
    expect(judgeRefresh(fresh, moment)).toBe('exchange')
    expect(used(0)).toBe('exchange')
    expect(used(10)).toBe('exchange')
  })

  test('used again later is a copy in strange hands', () => {
    expect(used(10.001)).toBe('reuse')
    expect(used(3_600)).toBe('reuse')
  })

  test('is good for nothing once it, its session or its user has ended', () => {
    expect(judgeRefresh({ ...fresh, expiresAt: moment }, moment)).toBe('refuse')
    expect(judgeRefresh({ ...fresh, sessionRevokedAt: moment }, moment)).toBe('refuse')
    expect(judgeRefresh({ ...fresh, isUserActive: false }, moment)).toBe('refuse')
    expect(judgeRefresh({ ...fresh, lacksFactor: true }, moment)).toBe('refuse')
    expect(
      judgeRefresh({ ...fresh, usedAt: addSeconds(moment, -60), sessionRevokedAt: moment }, moment),
    ).toBe('refuse')
  })
})

test('a session lasts 30 days from its last exchange, and is deleted 30 days after its end', () => {
  expect(refreshExpiry(new Date('2026-11-01T09:00:00Z'))).toEqual(new Date('2026-12-01T09:00:00Z'))
  expect(purgedBefore(new Date('2026-12-01T09:00:00Z'))).toEqual(new Date('2026-11-01T09:00:00Z'))
})

test('the first word of a display name is the first name, the rest the last', () => {
  expect(splitDisplayName('Amina Wanjiru Odhiambo')).toEqual({
    firstName: 'Amina',
    lastName: 'Wanjiru Odhiambo',
  })
  expect(splitDisplayName('  Khaligraph ')).toEqual({ firstName: 'Khaligraph', lastName: '' })
})

describe('who asks whether an account may sign in', () => {
  const unverified = { isActive: true, isEmailVerified: false }

  test('is told the same of an unknown address as of an unverified one', () => {
    expect(judgeEligibility(undefined, true)).toEqual(judgeEligibility(unverified, true))
    expect(judgeEligibility(undefined, true)).toEqual({
      can_login: false,
      reason: 'Please verify your email address to continue.',
      is_active: true,
      is_email_verified: false,
      actions: { resend_verification: true },
    })
  })

  test('is told yes where verification is not asked for, though never of an unknown address', () => {
    expect(judgeEligibility(unverified, false)).toMatchObject({ can_login: true, reason: '' })
    expect(judgeEligibility(undefined, false)).toMatchObject({ can_login: false })
  })

  test('is told of an inactive account that it is', () => {
    const inactive = judgeEligibility({ isActive: false, isEmailVerified: true }, true)
    expect(inactive).toMatchObject({ can_login: false, reason: 'This account is not active.' })
    expect(inactive.actions.resend_verification).toBe(false)
  })
})
