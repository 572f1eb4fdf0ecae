import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { now } from '#lib/core/clock.ts'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage, headObject } from '#lib/core/storage.ts'
import { fitsPassword } from '#lib/domain/accounts/password.ts'
import { checkFiles } from '#lib/domain/backups/files.ts'
import { phaseAt } from '#lib/domain/challenges/policy.ts'
import { findCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { giftInvariants } from '#lib/domain/gifts/invariants.ts'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { getMyProfile } from '#lib/domain/profiles/queries.ts'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { seed } from '#prisma/seed/main.ts'
import { loops, loopUrls } from '#prisma/seed/media/loops.ts'
import { tellSimulator } from '#prisma/seed/money/simulator-book.ts'
import { createSimulator } from '#simulator/simulator.ts'
import { asOwner } from '#tests/support/owner.ts'

beforeAll(async () => {
  expect(await seed()).toEqual({ changed: true })
})

afterAll(async () => {
  closeStorage()
  await closeRedis()
  await closeDb()
})

async function count(what: string): Promise<number> {
  const row = await firstRow<{ n: number }>(db(), `SELECT count(*)::int AS n FROM ${what}`)
  return row?.n ?? 0
}

/** A fingerprint of every row of every table. */
async function readEverything(): Promise<Record<string, string>> {
  const tables = await rows<{ name: string }>(
    db(),
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%' ORDER BY 1`,
  )
  const prints = await Promise.all(
    tables.map(async ({ name }) => {
      const row = await firstRow<{ print: string }>(
        db(),
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS print FROM ${name} t`,
      )
      return [name, row?.print ?? '']
    }),
  )
  return Object.fromEntries(prints)
}

describe('the seed', () => {
  it('adds up: ledger, votes and receipts keep every invariant', async () => {
    expect(await brokenInvariants(db(), [...ledgerInvariants, ...giftInvariants])).toEqual([])
  })

  it('brings the people, the music, the videos and the gifts that it promises', async () => {
    expect({
      dancers: await count(`app_user WHERE role = 'dancer'`),
      musicians: await count(`app_user WHERE role = 'copyright_owner'`),
      officers: await count(`app_user WHERE role = 'compliance_officer'`),
      tracks: await count('track'),
      videos: await count('video'),
      loops: await count('video WHERE video_file_url IS NOT NULL'),
      gifts: await count(`gift g JOIN payment_intent i ON i.id = g.intent_id WHERE i.state = 'credited'`),
      closedMonths: await count(`challenge WHERE phase = 'closed'`),
    }).toEqual({
      dancers: 60,
      musicians: 14,
      officers: 2,
      tracks: 36,
      videos: 95,
      loops: 12,
      gifts: 2_400,
      closedMonths: 2,
    })
  })

  it('leaves the current month in voting, with a leaderboard that is moving', async () => {
    const challenge = await findCurrentChallenge()
    expect(challenge && phaseAt(challenge, now())).toBe('voting')
    const board = await getLeaderboard()
    expect(board.length).toBeGreaterThan(20)
    expect(board[0]?.vote_count).toBeGreaterThan(board[5]?.vote_count ?? 0)
  })

  it('tells of nothing that is still to come', async () => {
    const moment = now()
    const times = await rows<{ newest: Date }>(
      db(),
      `SELECT max(paid_at) AS newest FROM payment_intent UNION ALL SELECT max(reviewed_at) FROM video
       UNION ALL SELECT max(upload_date) FROM video UNION ALL SELECT max(paid_at) FROM subscription
       UNION ALL SELECT max(created_at) FROM kyc_review
       UNION ALL SELECT max(occurred_at) FROM journal UNION ALL SELECT max(created_at) FROM app_user`,
    )
    for (const { newest } of times) expect(newest.getTime()).toBeLessThanOrEqual(moment.getTime())
  })

  it('lets nobody vote before the video was approved or outside of the voting', async () => {
    expect(
      await count(`gift g JOIN payment_intent i ON i.id = g.intent_id JOIN video v ON v.id = g.video_id
        JOIN challenge c ON c.id = g.challenge_id
        WHERE i.state = 'credited' AND (i.paid_at < v.approved_date OR i.paid_at < c.voting_starts_at OR i.paid_at >= c.ends_at)`),
    ).toBe(0)
  })

  it('pays five winners of each finished month, and all of its royalties', async () => {
    expect(await count(`challenge_result WHERE prize = 500000`)).toBe(10)
    expect(await count(`journal WHERE type = 'prize'`)).toBe(10)
    const royalties = await firstRow<{ held: bigint; running: bigint }>(
      db(),
      `SELECT (SELECT sum(posted) FROM account WHERE kind = 'royalty_pool')::bigint AS held,
         (SELECT sum(s.amount) * 30 / 100 FROM subscription s JOIN challenge c ON c.id = s.challenge_id
          WHERE c.phase <> 'closed')::bigint AS running`,
    )
    expect(royalties?.held).toBe(royalties?.running)
  })

  it('puts every file into the object store that a row names', async () => {
    const tracks = await rows<{ object_key: string; file_size: number }>(
      db(),
      'SELECT object_key, file_size FROM track',
    )
    for (const track of tracks) {
      const head = await headObject({ bucket: 'media', key: track.object_key })
      expect(head, track.object_key).toEqual({ size: track.file_size, contentType: 'audio/mpeg' })
    }
    for (const url of loops.flatMap((loop) => Object.values(loopUrls(loop)))) {
      const head = await headObject({ bucket: 'media', key: url.replace('/media/', '') })
      expect(head?.size, url).toBeGreaterThan(1_000)
    }
    expect((await asOwner(checkFiles)).missing).toEqual([])
  })

  it('knows who everybody is whose KYC has begun, sealed, with documents that are there', async () => {
    const unlike = `app_user u JOIN profile p ON p.user_id = u.id LEFT JOIN kyc_record r ON r.user_id = u.id
      WHERE u.role IN ('dancer', 'copyright_owner') AND (p.kyc_status = 'not_submitted') <> (r.user_id IS NULL)`
    expect(await count(unlike)).toBe(0)
    expect(await count(`kyc_record WHERE encode(sealed, 'escape') LIKE '%Odhiambo%'`)).toBe(0)
    expect(
      await count('(SELECT national_id_hash FROM kyc_record GROUP BY 1 HAVING count(*) > 1) AS twice'),
    ).toBe(0)
    const people = await rows<{ id: string; kyc_status: string }>(
      db(),
      `SELECT r.user_id AS id, p.kyc_status FROM kyc_record r JOIN profile p ON p.user_id = r.user_id`,
    )
    for (const { id, kyc_status } of people) {
      const profile = await getMyProfile(id)
      expect(profile.is_kyc_complete, profile.display_name).toBe(kyc_status !== 'pending')
      expect(Object.keys(profile.kyc_field_reasons).length > 0).toBe(kyc_status === 'rejected')
    }
    expect(await count(`kyc_review WHERE action = 'approve'`)).toBe(
      await count(`profile WHERE kyc_status = 'approved'`),
    )
    const documents = await rows<{ key: string; size: number }>(
      db(),
      'SELECT object_key AS key, file_size AS size FROM kyc_document',
    )
    expect(documents.length).toBeGreaterThan(200)
    for (const { key, size } of documents)
      expect(await headObject({ bucket: 'private', key }), key).toEqual({ size, contentType: 'image/png' })
  })

  it('lets the demo accounts in, and nobody else with their password', async () => {
    for (const { email, password, role } of demoAccounts) {
      const user = await firstRow<{ password_hash: string; role: string }>(
        db(),
        'SELECT password_hash, role FROM app_user WHERE email = $1',
        [email],
      )
      expect(user?.role).toBe(role)
      expect(await fitsPassword(user?.password_hash, password)).toBe(true)
    }
    const other = await firstRow<{ password_hash: string }>(
      db(),
      'SELECT password_hash FROM app_user WHERE email <> ALL ($1) LIMIT 1',
      [demoAccounts.map((account) => account.email)],
    )
    expect(await fitsPassword(other?.password_hash, demoAccounts[0]?.password ?? '')).toBe(false)
  })

  it('gives the demo dancer three tracks and an approved video of this month', async () => {
    const mine = `JOIN challenge c ON c.id = x.challenge_id AND c.phase = 'voting'
      JOIN app_user u ON u.id = x.dancer_id AND u.email = 'dancer@ngoma.example'`
    expect(await count(`track_assignment x ${mine}`)).toBe(3)
    expect(await count(`video x ${mine} WHERE x.status = 'approved'`)).toBe(1)
  })

  it('changes nothing when it runs again', async () => {
    const before = await readEverything()
    expect(await seed()).toEqual({ changed: false })
    expect(await readEverything()).toEqual(before)
  })

  it('has the simulator hold what the ledger says that M-Pesa holds, however often it is told', async () => {
    const simulator = createSimulator()
    const url = await simulator.listen(0)
    try {
      expect(await tellSimulator(db(), url)).toBe(true)
      expect(await tellSimulator(db(), url)).toBe(true)
      const ledger = await firstRow<{ cents: bigint }>(
        db(),
        `SELECT -sum(posted)::bigint AS cents FROM account WHERE kind = 'mpesa_collection'`,
      )
      expect(simulator.book.accounts().workingCents).toBe(ledger?.cents)
    } finally {
      await simulator.close()
    }
    expect(await tellSimulator(db(), url)).toBe(false)
  })
})
