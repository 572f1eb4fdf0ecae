import { sql } from 'kysely'
import type { Wallet, WalletTransaction } from '#lib/contract/wallets/calls.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, type Page, rowsOfPage } from '#lib/core/paging.ts'
import { presentWallet, readWalletBooks } from './book.ts'
import { describeJournal } from './policy.ts'

/** Reads the wallet of a dancer or musician; undefined for everybody else. */
export async function findWallet(ownerId: string): Promise<Wallet | undefined> {
  const book = (await readWalletBooks([ownerId])).get(ownerId)
  return book && presentWallet(book)
}

/** Lists whose wallets the gifts of these videos go to: the dancer and the musician of each. */
export async function ownersOfVideos(videoIds: readonly string[]): Promise<string[]> {
  const videos = kysely(db())
    .selectFrom('video as v')
    .innerJoin('track as t', 't.id', 'v.track_id')
    .where('v.id', '=', sql<string>`any(${videoIds}::uuid[])`)
  const found = await videos
    .select('v.dancer_id as owner_id')
    .union(videos.select('t.musician_id as owner_id'))
    .execute()
  return found.map((row) => row.owner_id)
}

/**
 * Lists what went in and out of somebody's wallet, newest first by the journal's id; nothing for whoever has no wallet.
 * @throws NotFoundError 'Invalid page.' past the end
 */
export async function listTransactions(
  ownerId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<Page<WalletTransaction>> {
  const count = await countEntries(ownerId)
  const found = await readEntries(ownerId, rowsOfPage(count, page, page_size))
  return makePage(
    '/wallet/api/transactions/',
    { page_size },
    { count, page, page_size },
    found.map(presentEntry),
  )
}

/** Counts the entries of somebody's wallet: those of its snapshot and what came since. */
async function countEntries(ownerId: string): Promise<number> {
  const counted = await kysely(db())
    .selectFrom('account as a')
    .leftJoin('wallet_snapshot as w', 'w.account_id', 'a.id')
    .where('a.owner_id', '=', ownerId)
    .select((eb) => {
      const newer = eb
        .selectFrom('entry as e')
        .select((e) => e.fn.countAll().as('count'))
        .whereRef('e.account_id', '=', 'a.id')
        .where((e) => e('e.journal_id', '>', e.fn.coalesce('w.through_journal', sql<bigint>`0`)))
      return sql<number>`(coalesce(${eb.ref('w.entries')}, 0) + ${newer})::int4`.as('count')
    })
    .executeTakeFirst()
  return counted?.count ?? 0
}

/** Selects the account of somebody's one wallet, as a value: the entries of one account come in order from their index. */
const walletOf = (ownerId: string) =>
  kysely(db()).selectFrom('account').select('id').where('owner_id', '=', ownerId)

/** Reads a page of entries with what they were for. The page is picked first and joined afterwards. */
function readEntries(ownerId: string, { limit, offset }: { limit: number; offset: number }) {
  return kysely(db())
    .with('page', (qb) =>
      qb
        .selectFrom('entry as e')
        .select(['e.journal_id', 'e.amount', 'e.balance_after'])
        .where('e.account_id', '=', walletOf(ownerId))
        .orderBy('e.journal_id', 'desc')
        .limit(limit)
        .offset(offset),
    )
    .with('story', (qb) =>
      qb
        .selectFrom('page')
        .innerJoin('journal as j', 'j.id', 'page.journal_id')
        .selectAll('page')
        .select(['j.type', 'j.idempotency_key', 'j.occurred_at'])
        .select((eb) => {
          const sourceIf = (type: string) =>
            eb.case().when('j.source_type', '=', type).then(eb.cast<string>('j.source_id', 'uuid')).end()
          return [
            sourceIf('payment_intent').as('intent_id'),
            sourceIf('subscription').as('subscription_id'),
            sourceIf('payout').as('payout_id'),
            sourceIf('challenge').as('challenge_id'),
          ]
        }),
    )
    .selectFrom('story as s')
    .leftJoin('payout as p', 'p.id', 's.payout_id')
    .leftJoin('gift as g', 'g.intent_id', 's.intent_id')
    .leftJoin('video as v', 'v.id', 'g.video_id')
    .leftJoin('track as t', 't.id', 'v.track_id')
    .leftJoin('subscription as b', 'b.id', 's.subscription_id')
    .leftJoin('challenge as c', (join) =>
      join.on((eb) => eb('c.id', '=', eb.fn.coalesce('s.challenge_id', 'b.challenge_id'))),
    )
    .select([
      's.journal_id as id',
      's.type',
      's.idempotency_key as key',
      's.amount',
      's.balance_after as balanceAfter',
    ])
    .select(['s.occurred_at as occurredAt', 'g.vote_count as voteCount', 'c.title as challenge'])
    .select((eb) => [
      eb.fn.coalesce(eb.fn<string | null>('nullif', ['v.title', sql.lit('')]), 't.title').as('videoTitle'),
      eb.fn
        .coalesce(
          'p.receipt',
          eb
            .selectFrom('mpesa_receipt as r')
            .select('r.receipt')
            .whereRef('r.intent_id', '=', 's.intent_id')
            .where('r.status', 'in', ['credited', 'claimed'])
            .limit(1),
        )
        .as('receipt'),
    ])
    .orderBy('s.journal_id', 'desc')
    .execute()
}

type EntryRow = Awaited<ReturnType<typeof readEntries>>[number]

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
