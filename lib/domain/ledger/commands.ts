// Hot path: a fixed SQL text with arrays costs a fraction of building a Kysely query.

import { firstRow, type Queryable, type Statement } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import type { Cents } from '#lib/core/money.ts'
import type { EntryDraft, JournalDraft, PersonalAccountKind } from './schema.ts'

/**
 * Posts all journals or none: the only way money moves (docs/money.md, The ledger). Skips journals whose key
 * exists. Run it in the transaction that changes the payment, payout or other source of the journals.
 * @returns the number of new journals
 * @throws DatabaseError 23514 if a journal does not sum to zero or a wallet would go below its holds
 */
export async function postJournals(on: Queryable, drafts: readonly JournalDraft[]): Promise<number> {
  if (drafts.length === 0) return 0
  const answer = await firstRow<{ posted: number }>(on, postingOf(drafts))
  return answer?.posted ?? 0
}

/** The statement of `postJournals`, for callers that send all statements of a transaction together. */
export function postingOf(drafts: readonly JournalDraft[]): Statement {
  const entries = drafts.flatMap((draft, index) =>
    oneForEachAccount(draft.entries).map(({ accountId, amount }) => ({
      place: index + 1,
      accountId,
      amount,
    })),
  )
  return {
    name: 'ledger-post-journals',
    text: 'SELECT post_journals($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS posted',
    values: [
      drafts.map((draft) => draft.key),
      drafts.map((draft) => draft.type),
      drafts.map((draft) => draft.sourceType),
      drafts.map((draft) => draft.sourceId),
      drafts.map((draft) => draft.reversalOf ?? null),
      drafts.map((draft) => draft.actor),
      drafts.map((draft) => draft.occurredAt),
      entries.map((entry) => entry.place),
      entries.map((entry) => entry.accountId),
      entries.map((entry) => entry.amount),
    ],
  }
}

function oneForEachAccount(entries: readonly EntryDraft[]): readonly EntryDraft[] {
  const sums = new Map<bigint, Cents>()
  for (const { accountId, amount } of entries) sums.set(accountId, (sums.get(accountId) ?? 0n) + amount)
  return sums.size === entries.length
    ? entries
    : [...sums].map(([accountId, amount]) => ({ accountId, amount }))
}

/** Creates the owner's wallet unless it exists. @returns the id of its account */
export async function openWallet(on: Queryable, kind: PersonalAccountKind, ownerId: string): Promise<bigint> {
  const { id } = await kysely(on)
    .selectNoFrom((eb) => eb.fn<bigint>('open_account', [eb.val(kind), eb.val(ownerId)]).as('id'))
    .executeTakeFirstOrThrow()
  return id
}
