import { sql } from 'kysely'
import type { GivenWalletTransaction, Wallet } from '#lib/contract/wallets/calls.ts'
import { db } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { toShillings } from '#lib/core/money.ts'
import { makePage, type Page, rowsOfPage } from '#lib/core/paging.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { presentWallet, readWalletBooks } from './book.ts'
import { describeJournal } from './policy.ts'

export async function findWallet(ownerId: string): Promise<Wallet | undefined> {
  const book = (await readWalletBooks([ownerId])).get(ownerId)
  return book && presentWallet(book)
}

/** Ids of the videos' dancers, and of the musicians of their tracks. */
export async function ownersOfVideos(videoIds: readonly string[]): Promise<string[]> {
  const videos = kysely(db())
    .selectFrom('video as v')
    .innerJoin('track as t', 't.id', 'v.trackId')
    .where('v.id', '=', anyOf(videoIds))
  const found = await videos
    .select('v.dancerId as ownerId')
    .union(videos.select('t.musicianId as ownerId'))
    .execute()
  return found.map((row) => row.ownerId)
}

/** Newest journal first; empty without a wallet. @throws NotFoundError `page_unknown` past the end */
export async function listTransactions(
  ownerId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<Page<GivenWalletTransaction>> {
  const entries = await pickEntries(ownerId, { limit: page_size, offset: (page - 1) * page_size })
  // Each entry has the total; without entries `rowsOfPage` refuses a page past the end.
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
 * Reads a page of entries with the total (snapshot plus later entries). Descriptions are a second statement:
 * PostgreSQL would plan the combined statement at each call, which took longer than running it.
 */
function pickEntries(ownerId: string, { limit, offset }: { limit: number; offset: number }) {
  return kysely(db())
    .selectFrom('account as a')
    .leftJoin('walletSnapshot as w', 'w.accountId', 'a.id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('entry as n')
          .select((n) => n.fn.countAll<bigint>().as('entries'))
          .whereRef('n.accountId', '=', 'a.id')
          .where((n) => n('n.journalId', '>', n.fn.coalesce('w.throughJournal', sql<bigint>`0`)))
          .as('newer'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('entry as e')
          .select(['e.journalId', 'e.amount', 'e.balanceAfter'])
          .whereRef('e.accountId', '=', 'a.id')
          .orderBy('e.journalId', 'desc')
          .limit(limit)
          .offset(offset)
          .as('p'),
      (join) => join.onTrue(),
    )
    .where('a.ownerId', '=', ownerId)
    .select(['p.journalId as id', 'p.amount', 'p.balanceAfter'])
    .select((eb) =>
      sql<number>`(coalesce(${eb.ref('w.entries')}, 0) + ${eb.ref('newer.entries')})::int4`.as('count'),
    )
    .orderBy('p.journalId', 'desc')
    .execute()
}

function readStories(journals: readonly bigint[]) {
  return kysely(db())
    .with('story', (qb) =>
      qb
        .selectFrom('journal as j')
        .where('j.id', '=', anyOf(journals))
        .select(['j.id', 'j.type', 'j.idempotencyKey', 'j.occurredAt'])
        .select((eb) => {
          const sourceIf = (type: string) =>
            eb.case().when('j.sourceType', '=', type).then(eb.cast<string>('j.sourceId', 'uuid')).end()
          return [
            sourceIf('payment_intent').as('intentId'),
            sourceIf('subscription').as('subscriptionId'),
            sourceIf('payout').as('payoutId'),
            sourceIf('challenge').as('challengeId'),
          ]
        }),
    )
    .selectFrom('story as s')
    .leftJoin('payout as p', 'p.id', 's.payoutId')
    .leftJoin('gift as g', 'g.intentId', 's.intentId')
    .leftJoin('video as v', 'v.id', 'g.videoId')
    .leftJoin('track as t', 't.id', 'v.trackId')
    .leftJoin('appUser as u', 'u.id', 'v.dancerId')
    .leftJoin('subscription as b', 'b.id', 's.subscriptionId')
    .leftJoin('challenge as c', (join) =>
      join.on((eb) => eb('c.id', '=', eb.fn.coalesce('s.challengeId', 'b.challengeId'))),
    )
    .select(['s.id', 's.type', 's.idempotencyKey as key'])
    .select(['s.occurredAt', 'g.voteCount', 'c.title as challenge'])
    .select(['v.title', 't.title as trackTitle', 'u.username'])
    .select((eb) => [
      eb.fn
        .coalesce(
          'p.receipt',
          eb
            .selectFrom('mpesaReceipt as r')
            .select('r.receipt')
            .whereRef('r.intentId', '=', 's.intentId')
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
    // Without a receipt no reference: the journal's key is internal.
    reference: story.receipt ?? '',
    status: 'completed',
    created_at: story.occurredAt.toISOString(),
  }
}

/** Descriptions and receipts of entries, by the id of their journal. */
export async function describeEntries(journals: readonly bigint[]) {
  const stories = await readStories(journals)
  return new Map(
    stories.map((story) => [
      String(story.id),
      {
        title: describeJournal({ ...story, videoTitle: videoTitleOf(story) }),
        receipt: story.receipt,
      },
    ]),
  )
}

/** Null if the journal is not of a gift. */
function videoTitleOf({ title, trackTitle, username }: Story): string | null {
  return title === null ? null : displayTitle(title, trackTitle ?? '', username ?? '')
}
