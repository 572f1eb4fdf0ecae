import { type Selectable, sql } from 'kysely'
import { RuleError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import type { Cents } from '#lib/core/money.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { drawFrom, lockShards, ShortfallError } from '#lib/domain/ledger/draw.ts'
import { ofJournals } from '#lib/domain/ledger/journal-range.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'

/** What taking a gift back came to, in cents. */
export type TakenBack = {
  readonly amount: Cents
  /** What was spent meanwhile, and the platform bears. */
  readonly borne: Cents
}

/**
 * Takes a counted gift back, in the caller's transaction: a journal that reverses its own puts the whole amount into suspense,
 * or back to where it came from where M-Pesa never had it, and its votes leave the video. Dancer and musician give back what
 * they got by it, as far as their wallets have it; the platform bears what they have spent or asked to withdraw
 * (docs/decisions/0020).
 * The intent is locked by the caller, and no longer `credited`: its votes do not count any more.
 * @throws RuleError not_a_gift, platform_short (409)
 */
export async function takeBackGift(
  tx: Tx,
  intentId: string,
  { actor, at, wasPaid = true }: { actor: string; at: Date; wasPaid?: boolean },
): Promise<TakenBack> {
  // As settlement does: the month's close waits for what is taken back here, and what waits for the close finds it closed.
  const gift = await countedGift(tx, intentId)
  if (!gift) throw new RuleError('not_a_gift', 'Only gifts can be taken back once they are counted.', 409)
  const { entries, borne } = await reversingEntries(tx, gift, wasPaid)
  await postJournals(tx.client, [
    {
      key: `take_back:${intentId}`,
      type: 'gift_taken_back',
      sourceType: 'payment_intent',
      sourceId: intentId,
      reversalOf: gift.journal_id,
      actor,
      occurredAt: at,
      entries,
    },
  ])
  // Balances are locked before the video, as in settlement.
  await uncountVotes(tx, gift)
  return { amount: gift.amount, borne }
}

type CountedGift = { video_id: string; vote_count: number; amount: Cents; journal_id: bigint }

// As settlement does: the month's close waits for what is taken back here, and what waits for the close finds it closed.
function countedGift(tx: Tx, intentId: string): Promise<CountedGift | undefined> {
  return tx.kysely
    .selectFrom('gift as g')
    .innerJoin('payment_intent as i', 'i.id', 'g.intent_id')
    .innerJoin('challenge as c', 'c.id', 'g.challenge_id')
    .innerJoin('journal as j', (join) =>
      join.on((on) => on('j.idempotency_key', '=', sql<string>`'intent:' || ${on.ref('g.intent_id')}`)),
    )
    .select(['g.video_id', 'g.vote_count', 'i.amount', 'j.id as journal_id'])
    .where('g.intent_id', '=', intentId)
    .forKeyShare('c')
    .executeTakeFirst()
}

async function uncountVotes(
  tx: Tx,
  { video_id: videoId, vote_count: voteCount }: CountedGift,
): Promise<void> {
  await tx.kysely.selectFrom('video').select('id').where('id', '=', videoId).forNoKeyUpdate().execute()
  const updates = await tx.kysely
    .updateTable('video as v')
    .set((eb) => ({
      vote_count: eb('v.vote_count', '-', voteCount),
      votes_reached_at: eb
        .selectFrom('gift as g')
        .innerJoin('payment_intent as i', 'i.id', 'g.intent_id')
        .select((of) => of.fn.max('i.paid_at').as('at'))
        .whereRef('g.video_id', '=', 'v.id')
        .where('i.state', '=', 'credited'),
    }))
    .where('v.id', '=', videoId)
    .returning(['v.id as video_id', 'v.vote_count'])
    .execute()
  await emit(tx, votesCounted, { updates: updates.map((video) => ({ ...video, delta: -voteCount })) })
}

async function reversingEntries(
  tx: Tx,
  gift: CountedGift,
  wasPaid: boolean,
): Promise<{ entries: EntryDraft[]; borne: Cents }> {
  // System accounts before wallets: accounts are locked in the order of their ids, and theirs are the lowest.
  const revenue = (await lockShards(tx.client, ['platform_revenue', 'suspense'])).get('platform_revenue')
  const earners = await lockEarners(tx, gift.journal_id)
  const given = earners.map(({ accountId, got, available }) => ({
    accountId,
    amount: available < got ? -available : -got,
  }))
  const returned = given.reduce((sum, { amount }) => sum - amount, 0n)
  const due = earners.reduce((sum, { got }) => sum + got, 0n)
  const to = systemAccount(await systemAccounts(), wasPaid ? 'suspense' : 'mpesa_collection')
  try {
    const drawn = revenue ? drawFrom(revenue, gift.amount - returned) : []
    const entries = [...given.filter(({ amount }) => amount !== 0n), ...drawn]
    return { entries: [...entries, { accountId: to, amount: gift.amount }], borne: due - returned }
  } catch (error) {
    if (!(error instanceof ShortfallError)) throw error
    throw new RuleError('platform_short', 'Platform revenue does not cover what was spent already.', 409)
  }
}

/** Locks the wallets that got something by a journal, and reads how much that was and what each can give back now. */
async function lockEarners(tx: Tx, journalId: bigint) {
  const wallets = tx.kysely
    .selectFrom('entry as e')
    .innerJoin('account as a', 'a.id', 'e.account_id')
    .select('e.account_id')
    .where((eb) =>
      ofJournals(eb.ref('e.journal_id'), eb.selectFrom('journal').select('id').where('id', '=', journalId)),
    )
    .where('e.amount', '>', 0n)
    .where('a.owner_id', 'is not', null)
  const locked = sql<
    Pick<Selectable<DB['account']>, 'id' | 'posted' | 'held'>
  >`lock_accounts(array(${wallets}))`
  return tx.kysely
    .selectFrom(locked.as('l'))
    .innerJoin('entry as e', 'e.account_id', 'l.id')
    .where('e.journal_id', '=', journalId)
    .select((eb) => [
      'l.id as accountId',
      'e.amount as got',
      sql<Cents>`greatest(${eb.ref('l.posted')} - ${eb.ref('l.held')}, 0)`.as('available'),
    ])
    .execute()
}
