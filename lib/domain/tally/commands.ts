import { randomBytes } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import {
  type ChainedLine,
  chain,
  chainStart,
  headIsDue,
  knownPhone,
  paymentHash,
  RECEIPT_WAIT_SECONDS,
  WATCHED_AFTER_CLOSE_SECONDS,
} from './policy.ts'

/** Rows per transaction, each of which reads the month's gifts once and holds its lock briefly. */
const AT_ONCE = 5_000
/** Rows per statement: between two statements the process settles payments. */
const WRITTEN_AT_ONCE = 250

type ListedLine = ReturnType<typeof lineOf> & ChainedLine
type End = { position: number; hash: string }

/**
 * Adds a row for every newly counted gift, and a row with negative votes for a listed gift that no longer
 * counts; publishes the head when due. Safe to run twice or concurrently: a challenge's rows are written
 * under a lock.
 * @param everything also lists months closed more than a week ago
 * @returns the number of added rows
 */
export async function listGifts({ everything }: { everything: boolean }): Promise<number> {
  const challenges = await kysely(db())
    .selectFrom('challenge as c')
    .select('c.id')
    .where('c.startsAt', '<=', now())
    .$if(!everything, (all) => all.where(isWatched))
    .orderBy('c.month')
    .execute()
  let added = 0
  for (const { id } of challenges) added += await listChallenge(id)
  return added
}

/** Whether a month can still change, or has no published head. */
const isWatched = (eb: ExpressionBuilder<DB & { c: DB['challenge'] }, 'c'>) =>
  eb.or([
    eb('c.phase', '<>', 'closed'),
    eb('c.closedAt', '>', addSeconds(now(), -WATCHED_AFTER_CLOSE_SECONDS)),
    eb.not(
      eb.exists(eb.selectFrom('tallyHead as h').select('h.position').whereRef('h.challengeId', '=', 'c.id')),
    ),
  ])

async function listChallenge(challengeId: string): Promise<number> {
  let added = 0
  for (;;) {
    const batch = await transaction((tx) => listBatch(tx, challengeId))
    added += batch
    if (batch < AT_ONCE) return added
  }
}

async function listBatch(tx: Tx, challengeId: string): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`tally:${challengeId}`}, 0))`.execute(tx.kysely)
  // Separate statements after the lock, to see what the lock's former holder committed.
  const list = await tx.kysely
    .selectFrom('tallyList')
    .select('salt')
    .where('challengeId', '=', challengeId)
    .executeTakeFirst()
  if (!list) throw new Error(`challenge ${challengeId} has no tally list`)
  const end = await endOf(tx, challengeId, list.salt)
  const gifts = await unlistedGifts(tx, challengeId)
  let last = end
  for (let from = 0; from < gifts.length; from += WRITTEN_AT_ONCE) {
    const lines = chain(
      last,
      gifts.slice(from, from + WRITTEN_AT_ONCE).map((gift) => lineOf(gift, list.salt)),
    )
    await writeLines(tx, challengeId, lines)
    last = lines.at(-1) ?? last
  }
  if (gifts.length < AT_ONCE) await publishHead(tx, challengeId, last)
  return gifts.length
}

/** An array per column: with a parameter per value, a thousand rows block the process for 50 ms. */
async function writeLines(tx: Tx, challengeId: string, lines: readonly ListedLine[]): Promise<void> {
  const of = (column: (line: ListedLine) => string | number) => lines.map(column)
  await sql`INSERT INTO tally_row (challenge_id, listed_at, position, intent_id, turn, paid_at, video_id, votes, payment, key, hash)
    SELECT ${challengeId}::uuid, ${now()}::timestamptz, * FROM unnest(
      ${of((line) => line.position)}::int[], ${of((line) => line.intentId)}::uuid[], ${of((line) => line.turn)}::int[],
      ${of((line) => line.paid_at)}::timestamptz[], ${of((line) => line.video_id)}::uuid[], ${of((line) => line.votes)}::int[],
      ${of((line) => line.payment)}::text[], ${of((line) => line.key)}::text[], ${of((line) => line.hash)}::text[])`.execute(
    tx.kysely,
  )
}

async function endOf(tx: Tx, challengeId: string, salt: string): Promise<End> {
  const last = await tx.kysely
    .selectFrom('tallyRow')
    .select(['position', 'hash'])
    .where('challengeId', '=', challengeId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ?? { position: 0, hash: chainStart(challengeId, salt) }
}

/** Reads gifts whose listed votes differ from their counted votes, in order of settlement. */
function unlistedGifts(tx: Tx, challengeId: string) {
  return tx.kysely
    .selectFrom('gift as g')
    .innerJoin('paymentIntent as i', 'i.id', 'g.intentId')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('tallyRow')
          .where('challengeId', '=', challengeId)
          .groupBy('intentId')
          .select((of) => [
            'intentId',
            of.cast<number>(of.fn.countAll(), 'int4').as('turns'),
            of.cast<number>(of.fn.sum('votes'), 'int4').as('votes'),
            of.fn.min('payment').as('payment'),
            of.fn.min('key').as('key'),
          ])
          .as('t'),
      (join) => join.onRef('t.intentId', '=', 'g.intentId'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mpesaReceipt')
          .select('receipt')
          .whereRef('intentId', '=', 'g.intentId')
          .where('status', 'in', ['credited', 'claimed'])
          .orderBy('createdAt')
          .limit(1)
          .as('r'),
      (join) => join.on('t.intentId', 'is', null),
    )
    .select(['g.intentId', 'g.videoId', 'g.phone', 'r.receipt', 't.payment', 't.key'])
    .select((eb) => [
      // Not null: the gift is or was credited.
      eb.ref('i.paidAt').$castTo<Date>().as('paidAt'),
      eb.fn.coalesce('t.turns', sql<number>`0`).as('turn'),
      eb(votesNow(eb), '-', eb.fn.coalesce('t.votes', sql<number>`0`)).as('votes'),
    ])
    .where('g.challengeId', '=', challengeId)
    .where((eb) => eb(votesNow(eb), '<>', eb.fn.coalesce('t.votes', sql<number>`0`)))
    .where((eb) =>
      eb.or([
        eb('r.receipt', 'is not', null),
        eb('t.intentId', 'is not', null),
        eb('i.settledAt', '<', addSeconds(now(), -RECEIPT_WAIT_SECONDS)),
      ]),
    )
    .orderBy('i.settledAt')
    .orderBy('g.intentId')
    .limit(AT_ONCE)
    .execute()
}

type Gifts = ExpressionBuilder<DB & { g: DB['gift']; i: DB['paymentIntent'] }, 'g' | 'i'>

/** SQL: the gift's counted votes; 0 unless credited. */
const votesNow = (eb: Gifts) =>
  eb.case().when('i.state', '=', 'credited').then(eb.ref('g.voteCount')).else(sql<number>`0`).end()

type UnlistedGift = Awaited<ReturnType<typeof unlistedGifts>>[number]

function lineOf(gift: UnlistedGift, salt: string) {
  const key = gift.key ?? randomBytes(16).toString('hex')
  const payment =
    gift.payment ?? paymentHash({ salt, key, receipt: gift.receipt ?? '', phone: knownPhone(gift.phone) })
  return {
    intentId: gift.intentId,
    turn: gift.turn,
    key,
    paid_at: gift.paidAt.toISOString(),
    video_id: gift.videoId,
    votes: gift.votes,
    payment,
  }
}

async function publishHead(tx: Tx, challengeId: string, end: End): Promise<void> {
  const challenge = await tx.kysely
    .selectFrom('challenge')
    .select('phase')
    .where('id', '=', challengeId)
    .executeTakeFirst()
  if (!challenge) return
  const isCounting = challenge.phase === 'voting' || challenge.phase === 'tallying'
  const last = await tx.kysely
    .selectFrom('tallyHead')
    .selectAll()
    .where('challengeId', '=', challengeId)
    .orderBy('publishedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!headIsDue(last ?? null, end.position, isCounting, now())) return
  const { votes } = await tx.kysely
    .selectFrom('tallyRow')
    .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('votes'), sql.lit(0)), 'int4').as('votes'))
    .where('challengeId', '=', challengeId)
    .executeTakeFirstOrThrow()
  const { position, hash } = end
  const head = { challengeId, publishedAt: now(), position, hash, votes }
  await tx.kysely
    .insertInto('tallyHead')
    .values(head)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
