import { firstRow, type Queryable, rows } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import type { Cents } from '#lib/core/money.ts'
import { emit, type Tx } from '#lib/core/outbox.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { drawFrom, lockShards, ShortfallError } from '#lib/domain/ledger/draw.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import type { EntryDraft } from '#lib/domain/ledger/schema.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'

type GiftRow = {
  video_id: string
  vote_count: number
  amount: bigint
  paid_at: Date
  journal_id: bigint
}

/** One side of what was posted for the gift, with what that wallet can give back now. */
type Earner = { accountId: bigint; got: Cents; available: Cents }

/** What taking a gift back came to, in cents. */
export type TakenBack = {
  readonly amount: Cents /** Spent meanwhile: the platform bears it. */
  readonly borne: Cents
}

/**
 * Takes a counted gift back: a journal that reverses its own puts the whole amount into suspense, or back to where it came from
 * where M-Pesa never had it, and its votes leave the video, in the caller's transaction. Dancer and musician give back what they got by it, as far as their wallets have
 * it; what they have spent or asked to withdraw the platform bears (docs/decisions/0041).
 * The intent is locked by the caller, and no longer `credited`: its votes do not count any more.
 * @throws RuleError not_a_gift, platform_short (409)
 */
export async function takeBackGift(
  tx: Tx,
  intentId: string,
  { actor, at, wasPaid = true }: { actor: string; at: Date; wasPaid?: boolean },
): Promise<TakenBack> {
  const { client } = tx
  // As settlement does: the month's close waits for what is taken back here, and what waits for the close finds it closed.
  const gift = await firstRow<GiftRow>(
    client,
    `SELECT g.video_id, g.vote_count, i.amount, i.paid_at, j.id AS journal_id
      FROM gift g JOIN payment_intent i ON i.id = g.intent_id JOIN challenge c ON c.id = g.challenge_id
      JOIN journal j ON j.idempotency_key = 'intent:' || g.intent_id
      WHERE g.intent_id = $1 FOR KEY SHARE OF c`,
    [intentId],
  )
  if (!gift) throw new RuleError('not_a_gift', 'Only gifts can be taken back once they are counted.', 409)
  const { entries, borne } = await reversingEntries(client, gift, wasPaid)
  await postJournals(client, [
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
  // The video behind the balances, as settlement locks them.
  await uncountVotes(tx, gift)
  return { amount: gift.amount, borne }
}

async function uncountVotes(tx: Tx, { video_id, vote_count }: GiftRow): Promise<void> {
  await tx.client.query('SELECT 1 FROM video WHERE id = $1 FOR NO KEY UPDATE', [video_id])
  const updates = await rows<{ video_id: string; vote_count: number; delta: number }>(
    tx.client,
    `UPDATE video v SET vote_count = v.vote_count - $2, votes_reached_at = (
        SELECT max(i.paid_at) FROM gift g JOIN payment_intent i ON i.id = g.intent_id
        WHERE g.video_id = v.id AND i.state = 'credited')
      WHERE v.id = $1 RETURNING v.id AS video_id, v.vote_count, -$2::int AS delta`,
    [video_id, vote_count],
  )
  await emit(tx, votesCounted, { updates })
}

async function reversingEntries(
  on: Queryable,
  gift: GiftRow,
  wasPaid: boolean,
): Promise<{ entries: EntryDraft[]; borne: Cents }> {
  // System accounts before wallets: accounts are locked in id order, and theirs are the lowest.
  const revenue = (await lockShards(on, ['platform_revenue', 'suspense'])).get('platform_revenue')
  const earners = await rows<Earner>(
    on,
    `SELECT l.id AS "accountId", e.amount AS got, greatest(l.posted - l.held, 0) AS available
      FROM lock_accounts(ARRAY(SELECT e.account_id FROM entry e JOIN account a ON a.id = e.account_id
        WHERE e.journal_id = $1 AND e.amount > 0 AND a.owner_id IS NOT NULL)) l
      JOIN entry e ON e.journal_id = $1 AND e.account_id = l.id`,
    [gift.journal_id],
  )
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
