// How many votes a phone had for a video that day, which each order is held to. It is found by the phone's own gifts: a popular video
// has a hundred thousand others.
import { afterAll, expect, test } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { closeDb, db, firstRow, type Queryable, runTransaction } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { giftFacts, giftVideo, votesOfPhones } from '#lib/domain/gifts/facts.ts'
import { readSettings } from '#lib/domain/settings/queries.ts'
import { addVideo, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { asOwner } from '#tests/support/owner.ts'

const OTHERS = 3_000
afterAll(() => closeDb())

test('is read from the gifts of that phone alone, and is the sum of those that count', async () => {
  // One moment for all of it: midnight in Nairobi could be in between.
  const at = now()
  const month = await openMonth()
  const [video, other] = [await addVideo(month), await addVideo(month)]
  await addGifts(video, `'25470' || lpad(n::text, 7, '0')`, { at, many: OTHERS })
  const phone = '254799000001'
  await addGifts(video, `'${phone}'`, { at, votes: 3, states: ['credited', 'awaiting', 'declined'] })
  await addGifts(video, `'${phone}'`, { at, votes: 50, agoHours: 48 })
  await addGifts(other, `'${phone}'`, { at, votes: 7 })
  // As in a contest with thousands of videos, of which few are popular: Postgres expects few gifts of any.
  await asOwner((on) => on.query('ALTER TABLE gift ALTER COLUMN video_id SET (n_distinct = 5000)'))
  await asOwner((on) => on.query('ANALYZE gift, payment_intent'))

  await runTransaction(async (on) => {
    const before = await giftsFetched(on)
    const asked = [
      { videoId: video.id, phone },
      { videoId: other.id, phone },
      { videoId: video.id, phone: '254799000002' },
    ]
    const votes = await votesOfPhones(on, asked, at)
    expect(votes.map(({ sure }) => sure)).toEqual([6, 7, 0])
    const found = await giftVideo(on, video.id)
    if (!found) throw new Error('The video takes no gifts.')
    const payer = { kind: 'whole', phone } as const
    const gift = { voteCount: 1, payer, at, isPaid: false }
    const { facts } = await giftFacts(on, found, gift, [], await readSettings())
    expect(facts.votesThatDay).toMatchObject({ sure: 6 })
    expect((await giftsFetched(on)) - before).toBeLessThan(100)
  })
})

/** The gifts that this transaction has read so far. */
async function giftsFetched(on: Queryable): Promise<number> {
  const row = await firstRow<{ read: string }>(
    on,
    `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_user_tables WHERE relname = 'gift'`,
  )
  return Number(row?.read)
}

type Gifts = { at: Date; votes?: number; many?: number; states?: string[]; agoHours?: number }

/** @param phone SQL, of the number `n` of each gift */
async function addGifts(
  video: StageVideo,
  phone: string,
  { at, votes = 1, many = 1, states = ['credited'], agoHours = 0 }: Gifts,
): Promise<void> {
  await db().query(
    `WITH paid AS (
      INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference, created_at, paid_at, settled_at)
      SELECT uuidv7(), 'gift', state::payment_state, $3 * 5000, ${phone}, right($6 || lpad((n * 10 + place)::text, 6, '0'), 12),
        $7::timestamptz - make_interval(hours => $5), $7, $7
      FROM generate_series(1, $2) AS n CROSS JOIN unnest($4::text[]) WITH ORDINALITY AS s(state, place) RETURNING id, phone, created_at)
    INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id,
      device_fingerprint, created_at)
    SELECT p.id, v.id, v.challenge_id, d.id, m.id, $3, p.phone, 'session', 'device', p.created_at
    FROM paid p CROSS JOIN video v JOIN track t ON t.id = v.track_id JOIN account d ON d.owner_id = v.dancer_id
      JOIN account m ON m.owner_id = t.musician_id WHERE v.id = $1`,
    [video.id, many, votes, states, agoHours, newId().slice(-6), at],
  )
}
