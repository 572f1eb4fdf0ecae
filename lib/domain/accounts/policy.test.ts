import { describe, expect, test } from 'vitest'
import { addSeconds } from '#lib/core/clock.ts'
import { judgeRefresh, splitDisplayName } from './policy.ts'

describe('a refresh token', () => {
  const moment = new Date('2026-11-20T09:00:00Z')
  const fresh = {
    usedAt: null,
    expiresAt: addSeconds(moment, 1),
    sessionRevokedAt: null,
    isUserActive: true,
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
    expect(
      judgeRefresh({ ...fresh, usedAt: addSeconds(moment, -60), sessionRevokedAt: moment }, moment),
    ).toBe('refuse')
  })
})

test('the first word of a display name is the first name, the rest the last', () => {
  expect(splitDisplayName('Amina Wanjiru Odhiambo')).toEqual({
    firstName: 'Amina',
    lastName: 'Wanjiru Odhiambo',
  })
  expect(splitDisplayName('  Khaligraph ')).toEqual({ firstName: 'Khaligraph', lastName: '' })
})
