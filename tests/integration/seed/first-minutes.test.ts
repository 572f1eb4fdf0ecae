import { afterAll, expect, it } from 'vitest'
import { addSeconds, nairobiTime, withClock } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { phaseAt } from '#lib/domain/challenges/policy.ts'
import { findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { giftInvariants } from '#lib/domain/gifts/invariants.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { seed } from '#prisma/seed/main.ts'

afterAll(async () => {
  closeStorage()
  await closeRedis()
  await closeDb()
})

it('finds the month in voting even in its first minutes', async () => {
  const early = addSeconds(nairobiTime(2027, 1), 10 * 60)
  await withClock(
    () => early,
    async () => {
      await seed()
      const challenge = await findCurrentChallenge()
      expect(challenge?.title).toBe('January 2027 Challenge')
      expect(challenge && phaseAt(challenge, early)).toBe('voting')
    },
  )
  const months = await rows<{ title: string }>(db(), 'SELECT title FROM challenge ORDER BY month')
  expect(months.map((month) => month.title)).toEqual([
    'November 2026 Challenge',
    'December 2026 Challenge',
    'January 2027 Challenge',
  ])
  expect(await brokenInvariants(db(), [...ledgerInvariants, ...giftInvariants])).toEqual([])
  const [late] = await rows<{ newest: Date }>(
    db(),
    `SELECT max(newest) AS newest FROM (SELECT max(paid_at) AS newest FROM payment_intent
      UNION ALL SELECT max(occurred_at) FROM journal) AS moments`,
  )
  expect(late?.newest.getTime()).toBeLessThanOrEqual(early.getTime())
})
