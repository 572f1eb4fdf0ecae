import { arrayLiteral } from '#lib/core/array-literal.ts'
import { type Queryable, rows } from '#lib/core/db.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { membersChanged } from '#lib/domain/accounts/events.ts'
import type { Purchase, PurposeHandler, PurposeTerms } from '#lib/domain/payments/purpose.ts'

async function load(on: Queryable, intentIds: readonly string[]): Promise<Map<string, PurposeTerms>> {
  const found = await rows<{ intent_id: string; account_id: bigint }>(on, {
    name: 'topup-terms',
    text: 'SELECT intent_id, account_id FROM topup WHERE intent_id = ANY($1::uuid[])',
    values: [arrayLiteral(intentIds)],
  })
  return new Map(
    found.map(({ intent_id, account_id }) => [
      intent_id,
      {
        what: intent_id,
        voteCount: 0,
        // A wallet takes its money whenever it comes.
        objection: () => null,
        credits: (amount) => [{ accountId: account_id, amount }],
      },
    ]),
  )
}

/** The wallets have changed; their owners' open pages look at them again. */
async function apply(tx: Tx, purchases: readonly Purchase[]): Promise<void> {
  const owners = await rows<{ owner_id: string }>(
    tx.client,
    'SELECT DISTINCT owner_id FROM topup WHERE intent_id = ANY($1::uuid[])',
    [arrayLiteral(purchases.map(({ what }) => what))],
  )
  if (owners.length > 0) await emit(tx, membersChanged, { user_ids: owners.map((row) => row.owner_id) })
}

/** How settlement treats top-ups. */
export const topupPurpose: PurposeHandler = { load, apply }
