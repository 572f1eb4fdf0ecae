import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { memoryStorage } from '#tests/support/memory-storage.ts'
import { deviceFingerprint, voteSession } from './vote-session.ts'

const DAY_MS = 24 * 60 * 60 * 1000

beforeAll(() => {
  Object.assign(globalThis, { screen: { width: 360, height: 740, colorDepth: 24 } })
})

// A page without storage retains its session, so that test is last.
describe('the vote session of a device', { shuffle: false }, () => {
  test('stays the same for 30 days, then is a new one', () => {
    const storage = memoryStorage()
    const start = new Date('2026-11-01T09:00:00Z')
    const first = voteSession(start, storage)
    const later = voteSession(new Date(start.getTime() + 29 * DAY_MS), storage)
    expect(later.sessionId).toBe(first.sessionId)
    expect(later.createdAt).toBe(first.createdAt)
    expect(later.lastActivity).not.toBe(first.lastActivity)
    const after = voteSession(new Date(start.getTime() + 30 * DAY_MS), storage)
    expect(after.sessionId).not.toBe(first.sessionId)
    expect(after.deviceFingerprint).toBe(first.deviceFingerprint)
  })

  test.each([
    '{',
    'null',
    '{"sessionId":1}',
    '{"sessionId":"x","deviceFingerprint":"short","createdAt":"2026-11-01"}',
  ])('is made anew where %s is kept', (kept) => {
    const session = voteSession(new Date('2026-11-02'), memoryStorage({ vote_session: kept }))
    expect(session.sessionId).toMatch(/^[0-9a-f]{32}$/)
  })

  test('lives as long as the page without a storage, and where it is full', () => {
    const session = voteSession(new Date(), null)
    expect(session.sessionId).toHaveLength(32)
    expect(voteSession(new Date(), null).sessionId).toBe(session.sessionId)
    const full = () => {
      throw new Error('QuotaExceededError')
    }
    const storage = { ...memoryStorage(), setItem: full }
    expect(voteSession(new Date(), storage).sessionId).toBe(session.sessionId)
  })
})

test('a fingerprint has 10 to 24 characters and depends on each trait', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 6 }), (traits) => {
      const fingerprint = deviceFingerprint(traits)
      expect(fingerprint).toMatch(/^[0-9a-z]{20}$/)
      expect(deviceFingerprint([...traits])).toBe(fingerprint)
      expect(deviceFingerprint([...traits, 'x'])).not.toBe(fingerprint)
    }),
  )
})
