// The demo's seed a month later. In a file of its own, because the other tests of the seed need its first month.
import { expect, it } from 'vitest'
import { addSeconds, now, withClock } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { phaseAt } from '#lib/domain/challenges/policy.ts'
import { findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { giftInvariants } from '#lib/domain/gifts/invariants.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { seed } from '#prisma/seed/main.ts'

it('the seed closes the month and begins the next when it runs a month later', async () => {
  expect(await seed()).toEqual({ changed: true })
  const before = await findCurrentChallenge()
  const later = addSeconds(before?.endsAt ?? now(), 3 * 86_400)
  await withClock(
    () => later,
    async () => {
      expect(await seed()).toEqual({ changed: true })
      const challenge = await findCurrentChallenge()
      expect(challenge && phaseAt(challenge, later)).toBe('voting')
      expect(challenge?.id).not.toBe(before?.id)
      const closed = await firstRow<{ n: number }>(
        db(),
        `SELECT count(*)::int AS n FROM challenge WHERE phase = 'closed'`,
      )
      expect(closed?.n).toBe(3)
      expect(await brokenInvariants(db(), [...ledgerInvariants, ...giftInvariants])).toEqual([])
      expect(await seed()).toEqual({ changed: false })
    },
  )
})
