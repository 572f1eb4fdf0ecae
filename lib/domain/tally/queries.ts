import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { FoundGift, TallyRow, TallyRows, TallySummary } from '#lib/contract/tally/calls.ts'
import { withApiNames } from '#lib/core/api-names.ts'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError, RuleError } from '#lib/core/errors.ts'
import { isUuid } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { findChallenge, findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { displayTitle } from '#lib/domain/videos/policy.ts'
import { displayNameOf, usernameOf } from '#lib/domain/videos/standings.ts'
import { chainStart, paymentHash } from './policy.ts'

type List = { id: string; title: string; salt: string }

/** @throws NotFoundError unless the challenge has started */
async function requireList(challengeId: string): Promise<List> {
  const list = await kysely(db())
    .selectFrom('tallyList as l')
    .innerJoin('challenge as c', 'c.id', 'l.challengeId')
    .select(['c.id', 'c.title', 'l.salt'])
    .where('c.id', '=', challengeId)
    .where('c.startsAt', '<=', now())
    .executeTakeFirst()
  if (!list) throw new NotFoundError()
  return list
}

/** Finds a challenge by id, or the running one for `current`; returns null if none. */
export async function findTallyChallenge(asked: string): Promise<TallySummary['challenge'] | null> {
  const at = now()
  const found =
    asked === 'current'
      ? await findCurrentChallenge(at)
      : isUuid(asked) && (await findChallenge(db(), asked, at))
  return found ? { id: found.id, title: found.title } : null
}

/**
 * Reads the head, the published heads, and each video's listed votes beside its shown votes.
 * @param most number of videos, those with most votes; default all
 */
export async function getTally(challengeId: string, most?: number): Promise<TallySummary> {
  const list = await requireList(challengeId)
  const state = await readState(challengeId, most)
  const heads = await kysely(db())
    .selectFrom('tallyHead')
    .select(['position', 'hash', 'votes', 'publishedAt'])
    .where('challengeId', '=', challengeId)
    .orderBy('publishedAt')
    .execute()
  const start = chainStart(list.id, list.salt)
  const head = {
    position: state.end?.position ?? 0,
    hash: state.end?.hash ?? start,
    votes: state.listed,
  }
  return {
    challenge: { id: list.id, title: list.title },
    salt: list.salt,
    start,
    head,
    // Drops a head that was published after the state was read; the next answer has it.
    heads: heads
      .filter(({ position }) => position <= head.position)
      .map(({ publishedAt, ...one }) => ({ ...one, published_at: publishedAt.toISOString() })),
    videos: state.videos,
    counted: state.counted,
    totals: state.totals.map(({ track, username, dancer, video, shown, ...total }) => ({
      ...total,
      video_id: video,
      is_shown: shown,
      title: displayTitle(total.title, track, username),
      dancer: dancer ?? username,
    })),
  }
}

/**
 * Reads in one statement, so that head, listed and shown votes are of the same moment. Looks up names only
 * for the returned videos.
 */
function readState(challengeId: string, most: number | undefined) {
  return kysely(db())
    .with(
      (cte) => cte('voted').materialized(),
      (qb) =>
        qb
          .selectFrom('video as v')
          .leftJoin('tallyTotal as s', (join) =>
            join.onRef('s.videoId', '=', 'v.id').onRef('s.challengeId', '=', 'v.challengeId'),
          )
          .select(['v.id', 'v.dancerId', 'v.voteCount as counted'])
          .select((eb) => eb.fn.coalesce('s.votes', sql<number>`0`).as('listed'))
          .where('v.challengeId', '=', challengeId)
          .where((of) => of.or([of('v.voteCount', '>', 0), of('s.votes', 'is not', null)])),
    )
    .with(
      (cte) => cte('told').materialized(),
      (qb) =>
        qb
          .selectFrom('voted')
          .selectAll()
          .orderBy('counted', 'desc')
          .orderBy('id')
          .limit(sql<number>`${most ?? null}::int`),
    )
    .with(
      (cte) => cte('dancer').materialized(),
      (qb) =>
        qb
          .selectFrom((eb) => eb.selectFrom('told').select('dancerId as id').distinct().as('d'))
          .innerJoinLateral(
            (eb) => usernameOf(eb.ref('d.id')).as('u'),
            (join) => join.onTrue(),
          )
          .leftJoinLateral(
            (eb) => displayNameOf(eb.ref('d.id')).as('p'),
            (join) => join.onTrue(),
          )
          .select(['d.id', 'u.username', 'p.displayName']),
    )
    .selectFrom('voted')
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll(), 'int4').as('videos'),
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('listed'), sql.lit(0)), 'int4').as('listed'),
      eb.cast<number>(eb.fn.coalesce(eb.fn.sum('counted'), sql.lit(0)), 'int4').as('counted'),
      jsonObjectFrom(
        eb
          .selectFrom('tallyRow')
          .select(['position', 'hash'])
          .where('challengeId', '=', challengeId)
          .orderBy('position', 'desc')
          .limit(1),
      ).as('end'),
      jsonArrayFrom(
        eb
          .selectFrom('told as o')
          .innerJoin('video as v', 'v.id', 'o.id')
          .innerJoin('dancer as d', 'd.id', 'o.dancerId')
          .innerJoin('track as t', 't.id', 'v.trackId')
          .select(['v.id as video', 'v.title', 't.title as track', 'd.username', 'd.displayName as dancer'])
          .select(['o.listed', 'o.counted'])
          .select((of) => of('v.status', '=', 'approved').$castTo<boolean>().as('shown'))
          .orderBy('o.counted', 'desc')
          .orderBy('v.id'),
      ).as('totals'),
    ])
    .executeTakeFirstOrThrow()
}

/** Reads a page of rows. Rows never change, so clients need not read them again. */
export async function readTallyRows(
  challengeId: string,
  { after, limit }: { after: number; limit: number },
): Promise<TallyRows> {
  await requireList(challengeId)
  const results = await rowsAfter(challengeId, after, limit)
  return { results, next_after: results.length < limit ? null : (results.at(-1)?.position ?? null) }
}

async function rowsAfter(challengeId: string, after: number, limit: number): Promise<TallyRow[]> {
  const found = await kysely(db())
    .selectFrom('tallyRow')
    .select(['position', 'paidAt', 'videoId', 'votes', 'payment', 'hash'])
    .where('challengeId', '=', challengeId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute()
  return found.map(withApiNames)
}

/**
 * Streams rows in batches, to limit the memory. @throws NotFoundError, before the first batch, unless the
 * challenge has started
 */
export async function openTally(challengeId: string): Promise<AsyncIterable<TallyRow[]>> {
  await requireList(challengeId)
  return everyRow(challengeId)
}

const AT_ONCE = 2_000

async function* everyRow(challengeId: string): AsyncGenerator<TallyRow[]> {
  let after = 0
  for (;;) {
    const batch = await rowsAfter(challengeId, after, AT_ONCE)
    if (batch.length > 0) yield batch
    if (batch.length < AT_ONCE) return
    after = batch.at(-1)?.position ?? after
  }
}

/**
 * Finds a gift's row by receipt and phone (by the receipt alone if M-Pesa masked the phone), with the input
 * of its `payment` hash.
 * @param asked receipt in capitals, phone as 254XXXXXXXXX
 * @throws RuleError gift_not_listed (404)
 */
export async function findListedGift(
  challengeId: string,
  asked: { receipt: string; phone: string },
): Promise<FoundGift> {
  const { salt } = await requireList(challengeId)
  const row = await kysely(db())
    .selectFrom('mpesaReceipt as r')
    .innerJoin('tallyRow as t', 't.intentId', 'r.intentId')
    .innerJoin('video as v', 'v.id', 't.videoId')
    .innerJoin('track as tr', 'tr.id', 'v.trackId')
    .innerJoin('appUser as u', 'u.id', 'v.dancerId')
    .select(['t.position', 't.paidAt', 't.videoId', 't.votes', 't.payment', 't.hash', 't.key'])
    .select(['v.title', 'tr.title as track', 'u.username'])
    .select((eb) =>
      eb
        .selectFrom('tallyRow as b')
        .select((of) => of.fn.max('b.position').as('position'))
        .whereRef('b.intentId', '=', 't.intentId')
        .where('b.votes', '<', 0)
        .as('takenBackAt'),
    )
    .where('r.receipt', '=', asked.receipt)
    .where('r.status', '<>', 'unmatched')
    .where('t.turn', '=', 0)
    .where('t.challengeId', '=', challengeId)
    .executeTakeFirst()
  const hashed = row && findHashedParts(row, salt, asked)
  if (!row || !hashed) throw notListed()
  const { title, track, username, ...line } = row
  return {
    ...withApiNames(line),
    video_title: displayTitle(title, track, username),
    hashed,
  }
}

/**
 * Finds the receipt and phone that were hashed: each is '' if M-Pesa had not reported it when the row was
 * written. Undefined if the row has another receipt or phone.
 */
function findHashedParts(
  row: { readonly key: string; readonly payment: string },
  salt: string,
  { receipt, phone }: { receipt: string; phone: string },
) {
  const possible = [
    { receipt, phone },
    { receipt, phone: '' },
    { receipt: '', phone },
    { receipt: '', phone: '' },
  ]
  return possible.find((parts) => paymentHash({ salt, key: row.key, ...parts }) === row.payment)
}

// The same error for an unknown receipt and a wrong phone: the call must not reveal which receipts exist.
const notListed = () => new RuleError('gift_not_listed', 404)
