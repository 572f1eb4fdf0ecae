import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { shillings } from '#lib/core/money.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import { isFreeOfSignals } from '#lib/domain/fraud/share-holds.ts'
import { payoutsArePaused } from '#lib/domain/payouts/alerts.ts'
import { APPROVERS_NEEDED, approvalsOf } from '#lib/domain/payouts/approve.ts'
import { barsOf } from '#lib/domain/payouts/bars.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import type { OutRow } from './rows.ts'

/**
 * Returns why withdrawals that are not sent yet wait, by their id: the first bar, else a missing approval,
 * else their day. Withdrawals that the worker sends next have no reason.
 */
export async function readHeldReasons(rows: readonly OutRow[]): Promise<Map<string | null, Sentence>> {
  const ids = rows.flatMap(({ kind, state, caseId }) =>
    kind === 'withdrawal' && (state === 'held' || state === 'due') && caseId ? [caseId] : [],
  )
  if (ids.length === 0) return new Map()
  const [{ payout_second_approval_above: threshold }, isPaused, found] = await Promise.all([
    readSettings(),
    payoutsArePaused(db()),
    kysely(db())
      .selectFrom('payout as p')
      .innerJoin('appUser as u', 'u.id', 'p.ownerId')
      .leftJoin('profile as k', 'k.userId', 'u.id')
      .where('p.id', '=', anyOf(ids))
      .select(['p.id', 'p.state', 'p.amount', 'p.approveAfter'])
      .select(['u.isActive', 'u.withdrawalsFrozenAt', 'u.phoneChangedAt', 'k.kycStatus'])
      .select((eb) => [isFreeOfSignals(eb).as('isFree'), approvalsOf(eb).as('approvals')])
      .execute(),
  ])
  const reasons = found.flatMap(({ id, isFree, ...row }) => {
    const [bar] = barsOf(row, !isFree, isPaused)
    if (bar) return [[id, say(`out.held_${bar}`)] as const]
    if (row.state !== 'requested') return []
    if (row.amount > shillings(threshold) && (row.approvals ?? 0n) < BigInt(APPROVERS_NEEDED))
      return [[id, say('out.held_approval')] as const]
    return row.approveAfter > now() ? [[id, say('out.held_day')] as const] : []
  })
  return new Map(reasons)
}
