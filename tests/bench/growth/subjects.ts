import { db } from '#lib/core/db.ts'
import { SUBJECTS } from './sizes.ts'

/** Entries per page of a wallet's list in the bench. */
export const PAGE_SIZE = 20

/** Cycles through the rows of a query, up to a limit. @throws Error without rows */
async function picker<Name extends string>(sql: string, limit = SUBJECTS) {
  const { rows } = await db().query<Record<Name, string>>(`${sql} LIMIT ${limit}`)
  return (turn: number): Record<Name, string> => {
    const one = rows[turn % rows.length]
    if (one === undefined) throw new Error(`There is nothing to read: ${sql}`)
    return one
  }
}

const inVoting = `JOIN challenge c ON c.id = v.challenge_id AND c.phase = 'voting'`

/**
 * Owners of the running month's gifts with a whole page in the wallet, so that both databases answer equally.
 */
const withWholePage = (owner: string) =>
  picker<'id'>(`SELECT DISTINCT a.owner_id AS id FROM video v JOIN track t ON t.id = v.track_id ${inVoting}
    JOIN account a ON a.owner_id = ${owner} JOIN wallet_snapshot w ON w.account_id = a.id WHERE w.entries >= ${PAGE_SIZE}`)

/** Subjects of the reads. */
export type Subjects = Awaited<ReturnType<typeof pickSubjects>>

export async function pickSubjects() {
  return {
    videos: await picker<'id' | 'title'>(
      `SELECT id, title FROM video WHERE status = 'approved' ORDER BY vote_code`,
    ),
    dancers: await picker<
      'id' | 'username' | 'email' | 'first_name' | 'last_name' | 'location' | 'county'
    >(`SELECT DISTINCT u.id, u.username, u.email, u.first_name, u.last_name, p.location, p.county
      FROM video v ${inVoting} JOIN app_user u ON u.id = v.dancer_id JOIN profile p ON p.user_id = u.id`),
    musicians: await picker<'id'>('SELECT DISTINCT musician_id AS id FROM royalty_statement'),
    songs: await picker<'id' | 'title'>(
      `SELECT DISTINCT t.id, t.title FROM video v JOIN track t ON t.id = v.track_id ${inVoting} WHERE v.status = 'approved'`,
    ),
    gifts: await picker<'intent_id' | 'phone' | 'receipt' | 'challenge_id'>(
      `SELECT v.intent_id, v.phone, r.receipt, v.challenge_id FROM gift v ${inVoting} JOIN mpesa_receipt r ON r.intent_id = v.intent_id`,
    ),
    payouts: await picker<'id'>('SELECT id FROM payout'),
    signals: await picker<'id' | 'video_id'>(`SELECT id, video_id FROM fraud_signal WHERE status = 'open'`),
    closed: await picker<'id'>(`SELECT id FROM challenge WHERE phase = 'closed'`, 1_000),
    running: (await picker<'id'>(`SELECT id FROM challenge WHERE phase = 'voting'`))(0).id,
    officer: (
      await picker<'id' | 'username'>(`SELECT id, username FROM app_user WHERE role = 'compliance_officer'`)
    )(0),
    paidDancers: await withWholePage('v.dancer_id'),
    paidMusicians: await withWholePage('t.musician_id'),
  }
}
