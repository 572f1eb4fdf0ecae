import { sql } from 'kysely'
import type { Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import {
  lateIfClosed,
  type Purchase,
  type PurposeHandler,
  type PurposeTerms,
} from '#lib/domain/payments/purpose.ts'
import { isTopupTaken } from './queries.ts'

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::uuid[])`

async function load(on: Queryable, intentIds: readonly string[]): Promise<Map<string, PurposeTerms>> {
  const found = await kysely(on)
    .selectFrom('topup as t')
    .innerJoin('app_user as u', 'u.id', 't.owner_id')
    .select(['t.intent_id', 't.account_id', 'u.deleted_at'])
    .where('t.intent_id', '=', anyOf(intentIds))
    .execute()
  return new Map(
    found.map(({ intent_id, account_id, deleted_at }) => {
      // A wallet takes its money whenever it comes, unless its owner has closed the account: then nobody could take it out,
      // whenever it was paid (docs/decisions/0005). The closing locks the payments, as settlement does before it reads this.
      const closed = () => (deleted_at === null ? null : 'account')
      const terms: PurposeTerms = {
        what: intent_id,
        voteCount: 0,
        objection: () => lateIfClosed(closed()),
        closed,
        credits: (amount) => [{ accountId: account_id, amount }],
      }
      return [intent_id, terms]
    }),
  )
}

/** Tells the open pages of the owners that their wallets have changed. */
async function apply(tx: Tx, purchases: readonly Purchase[]): Promise<void> {
  const owners = await tx.kysely
    .selectFrom('topup')
    .select('owner_id')
    .distinct()
    .where('intent_id', '=', anyOf(purchases.map(({ what }) => what)))
    .execute()
  if (owners.length > 0) await emit(tx, membersChanged, { user_ids: owners.map((row) => row.owner_id) })
}

/** How settlement treats top-ups. */
export const topupPurpose: PurposeHandler = {
  load,
  apply,
  validatePaybill: async (on, { intentId }) => ((await isTopupTaken(on, intentId)) ? null : 'account'),
}
