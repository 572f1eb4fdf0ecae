import { beforeEach, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { assignMissingTracks, assignTracks, assignTracksToAll } from '#lib/domain/assignments/commands.ts'
import { drawTracks, type PoolTrack } from '#lib/domain/assignments/policy.ts'
import { addPerson, type Month, openMonth } from '#tests/support/contest.ts'
import { addTracks, tracksOf } from '#tests/support/dancers.ts'
import { changeMonth } from '#tests/support/feed.ts'

let month: Month
beforeEach(async () => {
  await db().query(`UPDATE track SET status = 'retired' WHERE status = 'approved'`)
  month = await openMonth()
})

/** Dancers who have paid for the month, one after the other. */
async function subscribed(count: number, status = 'paid', of = month): Promise<{ id: string }[]> {
  const dancers = []
  for (let n = 0; n < count; n++) {
    const id = await addPerson('dancer')
    await db().query(
      `INSERT INTO subscription (challenge_id, dancer_id, status, amount, paid_at)
        VALUES ($1, $2, $3::subscription_status, 100000, $4)`,
      [of.id, id, status, addSeconds(now(), n - count)],
    )
    dancers.push({ id })
  }
  return dancers
}

const idsOf = async (dancer: { id: string }) => (await tracksOf(dancer)).map(({ track_id }) => track_id)

test('a dancer who has paid gets three tracks of three musicians, once, however often and at once it is asked', async () => {
  await addTracks(5)
  const [dancer] = await subscribed(1)
  const id = dancer?.id ?? ''
  const done = await Promise.all(Array.from({ length: 8 }, () => assignTracks(month.id, id)))
  expect(done.reduce((sum, one) => sum + (one?.added ?? 0), 0)).toBe(3)
  expect(done.every((one) => one?.held === 3 && !one.isShort)).toBe(true)
  expect(new Set(await idsOf({ id })).size).toBe(3)
})

test('nobody else gets any: not who has not paid, not in a closed month', async () => {
  await addTracks(3)
  const [waiting] = await subscribed(1, 'pending')
  const [paid] = await subscribed(1)
  expect(await assignTracks(month.id, waiting?.id ?? '')).toBeNull()
  await changeMonth(month, { phase: 'closed' })
  expect(await assignTracks(month.id, paid?.id ?? '')).toBeNull()
  expect(await assignTracksToAll(month.id)).toEqual([])
})

test('nor does who has closed the account; who is deactivated may come back, and does', async () => {
  await addTracks(3)
  const [gone, away] = await subscribed(2)
  await db().query('UPDATE app_user SET deleted_at = now(), is_active = false WHERE id = $1', [gone?.id])
  await db().query('UPDATE app_user SET is_active = false WHERE id = $1', [away?.id])
  expect(await assignTracks(month.id, gone?.id ?? '')).toBeNull()
  await assignMissingTracks()
  expect((await assignTracksToAll(month.id)).map(({ dancerId, held }) => [dancerId, held])).toEqual([
    [away?.id, 3],
  ])
  expect(await idsOf(gone ?? { id: '' })).toEqual([])
})

test('the recorded seed makes the same draw again from the same pool', async () => {
  await addTracks(12)
  const dancers = await subscribed(1)
  const pool = await rows<PoolTrack>(
    db(),
    `SELECT id, musician_id AS "musicianId", 0 AS used FROM track WHERE status = 'approved'`,
  )
  await assignTracksToAll(month.id)
  const given = await tracksOf(dancers[0] ?? { id: '' })
  const [seed] = new Set(given.map((one) => one.seed))
  const again = drawTracks(pool, [], seed ?? '').map(({ id }) => id)
  expect(again.sort()).toEqual(given.map((one) => one.track_id).sort())
})

test('many at once share the pool evenly', async () => {
  await addTracks(10)
  const dancers = await subscribed(40)
  await Promise.all(dancers.map(({ id }) => assignTracks(month.id, id)))
  const uses = await rows<{ count: number }>(
    db(),
    'SELECT count(*)::int FROM track_assignment WHERE challenge_id = $1 GROUP BY track_id',
    [month.id],
  )
  expect(uses).toHaveLength(10)
  expect(uses.map(({ count }) => count).every((count) => count === 12)).toBe(true)
})

test('with too few tracks it gives what there is, says so, and makes it up when the pool grows', async () => {
  await addTracks(1)
  const dancers = await subscribed(3)
  expect(await assignTracksToAll(month.id)).toEqual(
    dancers.map(({ id }) => ({ dancerId: id, added: 1, held: 1, isShort: true })),
  )
  await assignMissingTracks()
  for (const dancer of dancers) expect(await idsOf(dancer)).toHaveLength(1)
  await addTracks(2)
  await assignMissingTracks()
  await assignMissingTracks()
  for (const dancer of dancers) expect(new Set(await idsOf(dancer)).size).toBe(3)
})

test('nothing is made up once submissions have closed, nor given for what was paid', async () => {
  const [paid] = await subscribed(1)
  await addTracks(3)
  await changeMonth(month, { submissions_end_at: addSeconds(now(), -1) })
  await assignMissingTracks()
  expect(await assignTracks(month.id, paid?.id ?? '')).toBeNull()
  expect(await rows(db(), 'SELECT 1 FROM track_assignment WHERE challenge_id = $1', [month.id])).toEqual([])
})

test('a musician’s many tracks do not come together while others have some', async () => {
  const many = await addPerson('copyright_owner')
  await addTracks(6, many)
  await addTracks(2)
  for (const dancer of await subscribed(5)) {
    await assignTracks(month.id, dancer.id)
    const musicians = await rows<{ musician_id: string }>(
      db(),
      'SELECT DISTINCT musician_id FROM track WHERE id = ANY($1)',
      [await idsOf(dancer)],
    )
    expect(musicians).toHaveLength(3)
  }
})
