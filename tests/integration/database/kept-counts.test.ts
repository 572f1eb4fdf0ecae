// What is counted as it changes: videos, people and identity checks (docs/decisions/0003). Whoever writes a row, and however many
// do so at once, the counts are those of the rows; the lists show them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { list } from '#lib/contract/videos/calls.ts'
import { closeDb, db, sqlState } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { accountInvariants } from '#lib/domain/accounts/invariants.ts'
import { brokenInvariants } from '#lib/domain/ledger/invariants.ts'
import { readOverview } from '#lib/domain/overview/queries.ts'
import { listUsers } from '#lib/domain/overview/users.ts'
import { videoInvariants } from '#lib/domain/videos/invariants.ts'
import { listVideos } from '#lib/domain/videos/queries.ts'
import { addPerson, addVideo, type Month, openMonth } from '#tests/support/contest.ts'
import { changeMonth, changeVideo } from '#tests/support/feed.ts'
import { asOwner } from '#tests/support/owner.ts'

const invariants = [...videoInvariants, ...accountInvariants]
const officer = { id: newId(), role: 'compliance_officer' as const }
const set = (id: string, sql: string) => db().query(`UPDATE app_user SET ${sql} WHERE id = $1`, [id])

let past: Month
let current: Month
beforeAll(async () => {
  past = await openMonth()
  await changeMonth(past, { phase: 'closed' })
  current = await openMonth()
  // A count has a row once there is something to count.
  await addVideo(current)
})
afterAll(() => closeDb())

test('the counts follow what is added, moved and removed, by many at once', async () => {
  const videos = await Promise.all(
    Array.from({ length: 12 }, (_, n) => addVideo(n % 3 === 0 ? past : current)),
  )
  await Promise.all([
    ...videos.slice(0, 4).map((video) => changeVideo(video, { status: 'pending_review' })),
    ...videos.slice(4, 6).map((video) => changeVideo(video, { status: 'rejected', kind: 'official' })),
    // The same again, and votes: nothing moves.
    ...videos.slice(6, 8).map((video) => changeVideo(video, { status: 'approved', vote_count: 7 })),
  ])
  await db().query(`UPDATE video SET status = CASE status WHEN 'approved' THEN 'rejected' ELSE 'approved' END::video_status
    WHERE status <> 'pending_review'`)
  await changeVideo(videos[9] ?? { id: '' }, { challenge_id: current.id, status: 'approved' })
  await db().query('DELETE FROM video WHERE id = any($1::uuid[])', [videos.slice(10).map(({ id }) => id)])
  expect(await brokenInvariants(db(), invariants)).toEqual([])

  for (const status of [undefined, 'pending_review', 'approved', 'rejected', 'decided'] as const)
    for (const challenge of [undefined, 'current', past.id, newId()])
      for (const section of [undefined, 'this_month', 'others'] as const) {
        const query = list.query.parse({ page_size: 100, status, challenge, section })
        const { count, results } = await listVideos(query, officer)
        expect([status, challenge, section, count]).toEqual([status, challenge, section, results.length])
      }
})

test('people are counted by role and state, and identity checks by theirs', async () => {
  const people = await Promise.all(
    Array.from({ length: 6 }, (_, n) => addPerson(n % 2 === 0 ? 'dancer' : 'copyright_owner')),
  )
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = people
  await Promise.all([
    set(first, 'is_active = false'),
    set(second, 'is_email_verified = false, last_active_at = now()'),
    set(third, 'deleted_at = now(), is_active = false'),
    set(fourth, `role = 'super_admin'`),
    set(fifth, 'last_active_at = now()'),
    db().query(`UPDATE profile SET kyc_status = 'under_review' WHERE user_id = any($1::uuid[])`, [
      people.slice(2),
    ]),
    db().query('DELETE FROM profile WHERE user_id = $1', [sixth]),
  ])
  await set(third, "deleted_at = deleted_at + interval '1 day'")
  expect(await brokenInvariants(db(), invariants)).toEqual([])

  for (const state of [undefined, 'active', 'inactive', 'unverified', 'erased'] as const)
    for (const role of [undefined, 'dancer', 'copyright_owner', 'super_admin'] as const) {
      const { count, results } = await listUsers({
        page: 1,
        page_size: 100,
        search: '',
        role,
        state,
        ordering: '-created_at',
      })
      expect([state, role, count]).toEqual([state, role, results.length])
    }
  const { rows } = await db().query<{ everybody: number; waiting: number }>(
    `SELECT count(*)::int AS everybody, count(*) FILTER (WHERE kyc_status = 'under_review'
      AND role IN ('dancer', 'copyright_owner'))::int AS waiting
      FROM app_user LEFT JOIN profile ON user_id = id WHERE deleted_at IS NULL`,
  )
  const { total_users, active_users_today, under_review_kyc_count } = await readOverview()
  expect({ everybody: total_users, waiting: under_review_kyc_count }).toEqual(rows[0])
  expect(active_users_today).toBe(2)
})

test.each([
  'video_count SET videos = videos',
  'people_count SET people = people',
  'identity_count SET profiles = profiles',
])('a count that is not that of its rows is found, and the product can not write one: %s', async (change) => {
  const refused = db()
    .query(`UPDATE ${change}`)
    .catch((error: unknown) => sqlState(error))
  expect(await refused).toBe('42501')
  const broken = await asOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query(`UPDATE ${change} + 1`)
    const found = await brokenInvariants(owner, invariants)
    await owner.query('ROLLBACK')
    return found
  })
  expect(broken.join()).toMatch(/^Broken: .* has \d+, (videos|people|profiles) \d+/)
})
