import { randomBytes } from 'node:crypto'
import { type ExpressionBuilder, sql } from 'kysely'
import { addSeconds, now } from '#lib/core/clock.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import type { Prisma } from '#lib/core/generated/prisma/client.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { prisma } from '#lib/core/prisma.ts'
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

/** Rows of one transaction. Each looks through the month's gifts once, and what waits for its lock waits only briefly. */
const AT_ONCE = 5_000
/** Rows of one statement: between two of them the process settles payments. */
const WRITTEN_AT_ONCE = 250

type ListedLine = ReturnType<typeof lineOf> & ChainedLine
type End = { position: number; hash: string }

/**
 * Adds every counted gift that is not listed yet to its challenge's list, and a row with negative votes for every listed one
 * that does not count any more; then publishes the end of the chain where it is time. It may run twice, and several times at
 * once: the rows of a challenge are written under one lock, each gift once.
 * @param everything also months that were closed more than a week ago
 * @returns how many rows were added
 */
export async function listGifts({ everything }: { everything: boolean }): Promise<number> {
  const challenges = await prisma().challenge.findMany({
    where: {
      startsAt: { lte: now() },
      ...(everything ? {} : { OR: watched() }),
    },
    orderBy: { month: 'asc' },
    select: { id: true },
  })
  let added = 0
  for (const { id } of challenges) added += await listChallenge(id)
  return added
}

/** Months that still change, and those of which nothing was published. */
const watched = (): Prisma.ChallengeWhereInput[] => [
  { phase: { not: 'closed' } },
  { closedAt: { gt: addSeconds(now(), -WATCHED_AFTER_CLOSE_SECONDS) } },
  { NOT: { tally: { heads: { some: {} } } } },
]

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
  // Statements of their own after the lock: they have to see what its former holder has committed.
  const list = await tx.prisma.tallyList.findUnique({ where: { challengeId }, select: { salt: true } })
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

/** One array for each column: with a parameter for each value a thousand rows keep the process from anything else for 50 ms. */
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
  const last = await tx.prisma.tallyRow.findFirst({
    where: { challengeId },
    orderBy: { position: 'desc' },
    select: { position: true, hash: true },
  })
  return last ?? { position: 0, hash: chainStart(challengeId, salt) }
}

/** What is counted and not listed, or listed and not counted any more, in the order in which it was credited. */
function unlistedGifts(tx: Tx, challengeId: string) {
  return tx.kysely
    .selectFrom('gift as g')
    .innerJoin('payment_intent as i', 'i.id', 'g.intent_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('tally_row')
          .where('challenge_id', '=', challengeId)
          .groupBy('intent_id')
          .select((of) => [
            'intent_id',
            of.cast<number>(of.fn.countAll(), 'int4').as('turns'),
            of.cast<number>(of.fn.sum('votes'), 'int4').as('votes'),
            of.fn.min('payment').as('payment'),
            of.fn.min('key').as('key'),
          ])
          .as('t'),
      (join) => join.onRef('t.intent_id', '=', 'g.intent_id'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('mpesa_receipt')
          .select('receipt')
          .whereRef('intent_id', '=', 'g.intent_id')
          .where('status', 'in', ['credited', 'claimed'])
          .orderBy('created_at')
          .limit(1)
          .as('r'),
      (join) => join.on('t.intent_id', 'is', null),
    )
    .select(['g.intent_id', 'g.video_id', 'g.phone', 'r.receipt', 't.payment', 't.key'])
    .select((eb) => [
      // It is or was credited, and so has a time of payment.
      eb.ref('i.paid_at').$castTo<Date>().as('paid_at'),
      eb.fn.coalesce('t.turns', sql<number>`0`).as('turn'),
      eb(votesNow(eb), '-', eb.fn.coalesce('t.votes', sql<number>`0`)).as('votes'),
    ])
    .where('g.challenge_id', '=', challengeId)
    .where((eb) => eb(votesNow(eb), '<>', eb.fn.coalesce('t.votes', sql<number>`0`)))
    .where((eb) =>
      eb.or([
        eb('r.receipt', 'is not', null),
        eb('t.intent_id', 'is not', null),
        eb('i.settled_at', '<', addSeconds(now(), -RECEIPT_WAIT_SECONDS)),
      ]),
    )
    .orderBy('i.settled_at')
    .orderBy('g.intent_id')
    .limit(AT_ONCE)
    .execute()
}

type Gifts = ExpressionBuilder<DB & { g: DB['gift']; i: DB['payment_intent'] }, 'g' | 'i'>

/** The votes that the gift has now: none unless it is credited. */
const votesNow = (eb: Gifts) =>
  eb.case().when('i.state', '=', 'credited').then(eb.ref('g.vote_count')).else(sql<number>`0`).end()

type UnlistedGift = Awaited<ReturnType<typeof unlistedGifts>>[number]

function lineOf(gift: UnlistedGift, salt: string) {
  const key = gift.key ?? randomBytes(16).toString('hex')
  const payment =
    gift.payment ?? paymentHash({ salt, key, receipt: gift.receipt ?? '', phone: knownPhone(gift.phone) })
  return {
    intentId: gift.intent_id,
    turn: gift.turn,
    key,
    paid_at: gift.paid_at.toISOString(),
    video_id: gift.video_id,
    votes: gift.votes,
    payment,
  }
}

async function publishHead(tx: Tx, challengeId: string, end: End): Promise<void> {
  const challenge = await tx.prisma.challenge.findUnique({
    where: { id: challengeId },
    select: {
      phase: true,
      tally: { select: { heads: { orderBy: { publishedAt: 'desc' }, take: 1 } } },
    },
  })
  if (!challenge) return
  const isCounting = challenge.phase === 'voting' || challenge.phase === 'tallying'
  const last = challenge.tally?.heads[0] ?? null
  if (!headIsDue(last, end.position, isCounting, now())) return
  const { _sum: listed } = await tx.prisma.tallyRow.aggregate({
    where: { challengeId },
    _sum: { votes: true },
  })
  const { position, hash } = end
  const head = { challengeId, publishedAt: now(), position, hash, votes: listed.votes ?? 0 }
  await tx.prisma.tallyHead.createMany({ data: head, skipDuplicates: true })
}
