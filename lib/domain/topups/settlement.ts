import type { Queryable } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import {
  lateIfClosed,
  type Purchase,
  type PurposeHandler,
  type PurposeTerms,
} from '#lib/domain/payments/purpose.ts'
import { isTopupTaken } from './queries.ts'

async function load(on: Queryable, intentIds: readonly string[]): Promise<Map<string, PurposeTerms>> {
  const found = await kysely(on)
    .selectFrom('topup as t')
    .innerJoin('appUser as u', 'u.id', 't.ownerId')
    .select(['t.intentId', 't.accountId', 'u.deletedAt'])
    .where('t.intentId', '=', anyOf(intentIds))
    .execute()
  return new Map(
    found.map(({ intentId, accountId, deletedAt }) => {
      // A wallet takes money until its owner closes the account: nobody could withdraw money credited later,
      // even if it was paid before (docs/decisions/0005). Closing and settlement both lock the payments,
      // so `deletedAt` is current.
      const closed = () => (deletedAt === null ? null : 'account')
      const terms: PurposeTerms = {
        what: intentId,
        voteCount: 0,
        objection: () => lateIfClosed(closed()),
        closed,
        credits: (amount) => [{ accountId, amount }],
      }
      return [intentId, terms]
    }),
  )
}

async function apply(tx: Tx, purchases: readonly Purchase[]): Promise<void> {
  const owners = await tx.kysely
    .selectFrom('topup')
    .select('ownerId')
    .distinct()
    .where('intentId', '=', anyOf(purchases.map(({ what }) => what)))
    .execute()
  if (owners.length > 0) await emit(tx, membersChanged, { user_ids: owners.map((row) => row.ownerId) })
}

export const topupPurpose: PurposeHandler = {
  load,
  apply,
  validatePaybill: async (on, { intentId }) => ((await isTopupTaken(on, intentId)) ? null : 'account'),
}
