import { sql } from 'kysely'
import type { GivenWalletTransaction, Wallet } from '#lib/contract/wallets/calls.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, type Page, rowsOfPage } from '#lib/core/paging.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
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
): Promise<Page<GivenWalletTransaction>> {
  const entries = await pickEntries(ownerId, { limit: page_size, offset: (page - 1) * page_size })
  // Only a page past the end has no entry that says how many there are.
  const count = entries[0]?.count ?? 0
  rowsOfPage(count, page, page_size)
  const stories = new Map((await readStories(entries.map(({ id }) => id))).map((story) => [story.id, story]))
  return makePage(
    '/wallet/api/transactions/',
    { page_size },
    { count, page, page_size },
    entries.map((entry) => presentEntry(entry, stories.get(entry.id))),
  )
}

/**
 * Picks a page of a wallet's entries, each with how many there are: those of its snapshot and what came since. What they were for is
 * another statement: for both in one Postgres made a plan each time, because it knew nothing of the page's length, and took longer
 * for that than to run it.
 */
function pickEntries(ownerId: string, { limit, offset }: { limit: number; offset: number }) {
  return kysely(db())
    .selectFrom('account as a')
    .leftJoin('wallet_snapshot as w', 'w.account_id', 'a.id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('entry as n')
          .select((n) => n.fn.countAll<bigint>().as('entries'))
          .whereRef('n.account_id', '=', 'a.id')
          .where((n) => n('n.journal_id', '>', n.fn.coalesce('w.through_journal', sql<bigint>`0`)))
          .as('newer'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('entry as e')
          .select(['e.journal_id', 'e.amount', 'e.balance_after'])
          .whereRef('e.account_id', '=', 'a.id')
          .orderBy('e.journal_id', 'desc')
          .limit(limit)
          .offset(offset)
          .as('p'),
      (join) => join.onTrue(),
    )
    .where('a.owner_id', '=', ownerId)
    .select(['p.journal_id as id', 'p.amount', 'p.balance_after as balanceAfter'])
    .select((eb) =>
      sql<number>`(coalesce(${eb.ref('w.entries')}, 0) + ${eb.ref('newer.entries')})::int4`.as('count'),
    )
    .orderBy('p.journal_id', 'desc')
    .execute()
}

/** Reads what journals were for. */
function readStories(journals: readonly bigint[]) {
  return kysely(db())
    .with('story', (qb) =>
      qb
        .selectFrom('journal as j')
        .where('j.id', '=', sql<bigint>`any(${journals}::bigint[])`)
        .select(['j.id', 'j.type', 'j.idempotency_key', 'j.occurred_at'])
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
    .leftJoin('app_user as u', 'u.id', 'v.dancer_id')
    .leftJoin('subscription as b', 'b.id', 's.subscription_id')
    .leftJoin('challenge as c', (join) =>
      join.on((eb) => eb('c.id', '=', eb.fn.coalesce('s.challenge_id', 'b.challenge_id'))),
    )
    .select(['s.id', 's.type', 's.idempotency_key as key'])
    .select(['s.occurred_at as occurredAt', 'g.vote_count as voteCount', 'c.title as challenge'])
    .select(['v.title', 't.title as trackTitle', 'u.username'])
    .select((eb) => [
      eb.fn
        .coalesce(
          'p.receipt',
          eb
            .selectFrom('mpesa_receipt as r')
            .select('r.receipt')
            .whereRef('r.intent_id', '=', 's.intent_id')
            .where('r.status', 'in', ['credited', 'claimed'])
            .limit(sql.lit(1)),
        )
        .as('receipt'),
    ])
    .execute()
}

type EntryRow = Awaited<ReturnType<typeof pickEntries>>[number]
type Story = Awaited<ReturnType<typeof readStories>>[number]

function presentEntry(
  { id, amount, balanceAfter }: EntryRow,
  story: Story | undefined,
): GivenWalletTransaction {
  if (!story) throw new Error(`Entry ${id} has no journal.`)
  return {
    id: String(id),
    type: story.type,
    amount: toShillings(amount),
    balance_after: toShillings(balanceAfter),
    description: describeJournal({ ...story, videoTitle: videoTitleOf(story) }),
    // The journal's key is ours alone and tells a person nothing.
    reference: story.receipt ?? '',
    status: 'completed',
    created_at: story.occurredAt.toISOString(),
  }
}

/** What the video of a gift is called; null where the entry is of no gift. */
function videoTitleOf({ title, trackTitle, username }: Story): string | null {
  return title === null ? null : displayTitle(title, trackTitle ?? '', username ?? '')
}
