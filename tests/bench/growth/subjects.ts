import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { SUBJECTS } from './sizes.ts'

/** The most entries that a page of a wallet's list has in the bench. */
export const PAGE_SIZE = 20

/** Something that people read, answered by the product's own function, without what processes keep in memory. */
export interface Read {
  name: string
  read(turn: number): Promise<unknown>
}

/** Whom and what reads ask about, picked from what is there. */
export type Subjects = Awaited<ReturnType<typeof pickSubjects>>

/** Picks one after the other, from the first again. @throws Error where there is none */
export function pick<T>(all: readonly T[], turn: number): T {
  const one = all[turn % all.length]
  if (one === undefined) throw new Error('There is nothing to read.')
  return one
}

/** Lists whom the running month's gifts go to and whose wallet's list has a whole page, so that both databases answer as much. */
function withWholePage(owner: 'v.dancer_id' | 't.musician_id') {
  return kysely(db())
    .selectFrom('video as v')
    .innerJoin('track as t', 't.id', 'v.track_id')
    .innerJoin('challenge as c', 'c.id', 'v.challenge_id')
    .innerJoin('account as a', 'a.owner_id', owner)
    .innerJoin('wallet_snapshot as w', 'w.account_id', 'a.id')
    .select('a.owner_id as id')
    .$narrowType<{ id: string }>()
    .where('c.phase', '=', 'voting')
    .where('w.entries', '>=', PAGE_SIZE)
    .distinct()
    .limit(SUBJECTS)
    .execute()
}

/** Picks what a database's reads ask about. */
export async function pickSubjects() {
  const books = kysely(db())
  const videos = await books
    .selectFrom('video')
    .select(['id', 'vote_code', 'title'])
    .where('status', '=', 'approved')
    .orderBy('vote_code')
    .limit(SUBJECTS)
    .execute()
  const dancers = await books
    .selectFrom('video')
    .innerJoin('challenge as c', 'c.id', 'video.challenge_id')
    .innerJoin('app_user as u', 'u.id', 'dancer_id')
    .innerJoin('profile as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.username', 'u.email', 'u.first_name', 'u.last_name', 'p.location', 'p.county'])
    .where('c.phase', '=', 'voting')
    .distinct()
    .limit(SUBJECTS)
    .execute()
  const musicians = await books
    .selectFrom('royalty_statement')
    .select('musician_id as id')
    .distinct()
    .limit(SUBJECTS)
    .execute()
  const songs = await books
    .selectFrom('video')
    .innerJoin('track as t', 't.id', 'video.track_id')
    .innerJoin('challenge as c', 'c.id', 'video.challenge_id')
    .select(['t.id', 't.title'])
    .where('c.phase', '=', 'voting')
    .where('video.status', '=', 'approved')
    .distinct()
    .limit(SUBJECTS)
    .execute()
  const gifts = await books
    .selectFrom('gift as g')
    .innerJoin('challenge as c', 'c.id', 'g.challenge_id')
    .innerJoin('mpesa_receipt as r', 'r.intent_id', 'g.intent_id')
    .select(['g.intent_id', 'g.phone', 'r.receipt', 'g.challenge_id'])
    .where('c.phase', '=', 'voting')
    .limit(SUBJECTS)
    .execute()
  const payouts = await books.selectFrom('payout').select('id').limit(SUBJECTS).execute()
  const signals = await books
    .selectFrom('fraud_signal')
    .select(['id', 'video_id'])
    .where('status', '=', 'open')
    .limit(SUBJECTS)
    .execute()
  const { id: running } = await books
    .selectFrom('challenge')
    .select('id')
    .where('phase', '=', 'voting')
    .executeTakeFirstOrThrow()
  const closed = await books.selectFrom('challenge').select('id').where('phase', '=', 'closed').execute()
  const officer = await books
    .selectFrom('app_user')
    .select(['id', 'username'])
    .where('role', '=', 'compliance_officer')
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    videos,
    dancers,
    musicians,
    songs,
    gifts,
    payouts,
    signals,
    running,
    closed,
    officer,
    paidDancers: await withWholePage('v.dancer_id'),
    paidMusicians: await withWholePage('t.musician_id'),
  }
}
