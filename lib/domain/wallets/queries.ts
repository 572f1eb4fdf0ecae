import type { Wallet, WalletTransaction } from '#lib/contract/wallets/calls.ts'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, type Page, rowsOfPage } from '#lib/core/paging.ts'
import { presentWallet, readWalletBooks } from './book.ts'
import { describeJournal, type JournalStory } from './policy.ts'

/** The wallet of a dancer or musician; undefined for everybody else. */
export async function findWallet(ownerId: string): Promise<Wallet | undefined> {
  const book = (await readWalletBooks([ownerId])).get(ownerId)
  return book && presentWallet(book)
}

/** Whose wallets the gifts of these videos go to: the dancer's and the musician's of each. */
export async function ownersOfVideos(videoIds: readonly string[]): Promise<string[]> {
  const found = await rows<{ owner_id: string }>(db(), {
    name: 'wallet-owners-of-videos',
    text: `SELECT DISTINCT unnest(ARRAY[v.dancer_id, t.musician_id]) AS owner_id
      FROM video v JOIN track t ON t.id = v.track_id WHERE v.id = ANY($1::uuid[])`,
    values: [videoIds],
  })
  return found.map((row) => row.owner_id)
}

type EntryRow = JournalStory & {
  id: bigint
  amount: bigint
  balanceAfter: bigint
  occurredAt: Date
  receipt: string | null
}

/**
 * What went in and out of somebody's wallet, newest first. Ordered by the journal's id, so that each entry has one
 * place; empty for whoever has no wallet.
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listTransactions(
  ownerId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<Page<WalletTransaction>> {
  const row = await firstRow<{ count: number }>(
    db(),
    `SELECT count(*)::int AS count FROM entry e JOIN account a ON a.id = e.account_id WHERE a.owner_id = $1`,
    [ownerId],
  )
  const count = row?.count ?? 0
  const found = await readEntries(ownerId, rowsOfPage(count, page, page_size))
  return makePage(
    '/wallet/api/transactions/',
    { page_size },
    { count, page, page_size },
    found.map(presentEntry),
  )
}

/** The page is picked first and joined afterwards. */
function readEntries(ownerId: string, place: { limit: number; offset: number }): Promise<EntryRow[]> {
  return rows<EntryRow>(db(), {
    name: 'wallet-entries',
    text: `WITH page AS (
        SELECT e.journal_id, e.amount, e.balance_after FROM entry e JOIN account a ON a.id = e.account_id
        WHERE a.owner_id = $1 ORDER BY e.journal_id DESC LIMIT $2 OFFSET $3
      ), story AS (
        SELECT page.*, j.type, j.idempotency_key, j.occurred_at,
          CASE WHEN j.source_type = 'payment_intent' THEN j.source_id::uuid END AS intent_id,
          CASE WHEN j.source_type = 'subscription' THEN j.source_id::uuid END AS subscription_id,
          CASE WHEN j.source_type = 'payout' THEN j.source_id::uuid END AS payout_id,
          CASE WHEN j.source_type = 'challenge' THEN j.source_id::uuid END AS challenge_id
        FROM page JOIN journal j ON j.id = page.journal_id
      )
      SELECT story.journal_id AS id, story.type, story.idempotency_key AS key, story.amount,
        story.balance_after AS "balanceAfter", story.occurred_at AS "occurredAt", g.vote_count AS "voteCount",
        coalesce(nullif(v.title, ''), t.title) AS "videoTitle", c.title AS challenge,
        coalesce(p.receipt, (SELECT r.receipt FROM mpesa_receipt r
         WHERE r.intent_id = story.intent_id AND r.status IN ('credited', 'claimed') LIMIT 1)) AS receipt
      FROM story LEFT JOIN payout p ON p.id = story.payout_id LEFT JOIN gift g ON g.intent_id = story.intent_id
        LEFT JOIN video v ON v.id = g.video_id LEFT JOIN track t ON t.id = v.track_id
        LEFT JOIN subscription s ON s.id = story.subscription_id
        LEFT JOIN challenge c ON c.id = coalesce(story.challenge_id, s.challenge_id)
      ORDER BY story.journal_id DESC`,
    values: [ownerId, place.limit, place.offset],
  })
}

function presentEntry(row: EntryRow): WalletTransaction {
  return {
    id: String(row.id),
    type: row.type,
    amount: toShillings(row.amount),
    balance_after: toShillings(row.balanceAfter),
    description: describeJournal(row),
    reference: row.receipt ?? row.key,
    status: 'completed',
    created_at: row.occurredAt.toISOString(),
  }
}
