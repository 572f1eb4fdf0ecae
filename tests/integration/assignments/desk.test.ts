// Track assignment (docs/api.md, Track assignment).
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { countUnassignedDancers } from '#lib/domain/assignments/queries.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { addTracks, tracksOf } from '#tests/support/dancers.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { send } from '#tests/support/send.ts'
import * as assignIndividual from '../../../app/api/videos/track-assignments/assign-individual/route.ts'
import * as bulkAssign from '../../../app/api/videos/track-assignments/bulk-assign/route.ts'
import * as statistics from '../../../app/api/videos/track-assignments/statistics/route.ts'
import * as unassigned from '../../../app/api/videos/track-assignments/unassigned-dancers/route.ts'

let month: Month
let admin: SignedIn
beforeAll(async () => {
  admin = await signInAs('super_admin')
})
beforeEach(async () => {
  await db().query(`UPDATE track SET status = 'retired' WHERE status = 'approved'`)
  month = await openMonth()
})
afterAll(async () => {
  await Promise.all([closeDb(), closeRedis(), closeQueues()])
})

async function subscribe(minutesAgo: number, status = 'paid') {
  const dancer = await createPerson('dancer')
  const paidAt = addSeconds(now(), -60 * minutesAgo)
  await db().query(
    `INSERT INTO subscription (challenge_id, dancer_id, status, amount, paid_at)
      VALUES ($1, $2, $3::subscription_status, 100000, $4)`,
    [month.id, dancer.id, status, paidAt],
  )
  return { ...dancer, paidAt: paidAt.toISOString() }
}

const post = (route: typeof bulkAssign, body: unknown, access = admin.access) =>
  send(route.POST, { method: 'POST', body, access, address: '10.9.8.7' })
const assign = (dancerId: string, challengeId = month.id) =>
  post(assignIndividual, { dancer_id: dancerId, challenge_id: challengeId })
async function read(route: typeof unassigned, access = admin.access) {
  const response = await send(route.GET, { access })
  return { status: response.status, body: await response.json() }
}
const audited = (subjectId: string) =>
  rows(db(), 'SELECT actor_id, action, subject_type, after FROM audit_event WHERE subject_id = $1', [
    subjectId,
  ])

describe('dancers without tracks', () => {
  test('are listed as documented, who has waited longest first, with the challenge', async () => {
    const late = await subscribe(1)
    const early = await subscribe(9)
    await subscribe(5, 'pending')
    const { body } = await read(unassigned)
    expect(body).toEqual({
      total_unassigned: 2,
      challenge: {
        title: 'The month',
        current_phase: 'voting',
        submissions_end_at: expect.stringMatching(/Z$/),
        are_submissions_open: true,
      },
      unassigned_dancers: [early, late].map(({ id, username, email, paidAt }) => ({
        id,
        first_name: 'Amina',
        last_name: 'Wanjiru Odhiambo',
        username,
        email,
        subscribed_at: paidAt,
        tracks_held: 0,
      })),
    })
    // The desk's tab says as many.
    expect(await countUnassignedDancers()).toBe(2)
  })

  test('are not there once they have three', async () => {
    await addTracks(3)
    const dancer = await subscribe(1)
    expect((await assign(dancer.id)).status).toBe(200)
    expect((await read(unassigned)).body).toMatchObject({ total_unassigned: 0, unassigned_dancers: [] })
  })

  test('are not those who have closed their account, and nobody gives these any', async () => {
    const [gone, away] = [await subscribe(2), await subscribe(1)]
    await db().query('UPDATE app_user SET deleted_at = now(), is_active = false WHERE id = $1', [gone.id])
    await db().query('UPDATE app_user SET is_active = false WHERE id = $1', [away.id])
    expect((await read(unassigned)).body).toMatchObject({
      total_unassigned: 1,
      unassigned_dancers: [{ id: away.id }],
    })
    expect(await countUnassignedDancers()).toBe(1)
    expect((await assign(gone.id)).status).toBe(404)
  })

  test('between months there is no challenge to have any in', async () => {
    await db().query(`UPDATE challenge SET phase = 'closed'`)
    await expectAnswer(await send(unassigned.GET, { access: admin.access }), 404, {
      error: 'There is no challenge running right now.',
      code: 'no_challenge',
    })
    expect((await post(bulkAssign, {})).status).toBe(404)
    expect((await read(statistics)).body).toMatchObject({ total_assignments: 0, unique_dancers: 0 })
  })
})

test('the statistics count the month, and the four states add up', async () => {
  await addTracks(3)
  for (const minutes of [3, 2, 1]) await assign((await subscribe(minutes)).id)
  const all = await rows<{ id: string; dancer_id: string; track_id: string }>(
    db(),
    'SELECT id, dancer_id, track_id FROM track_assignment WHERE challenge_id = $1 ORDER BY id',
    [month.id],
  )
  const [done, gone, shown] = all
  await db().query(`UPDATE track_assignment SET status = 'completed' WHERE id = $1`, [done?.id])
  await db().query(`UPDATE track_assignment SET status = 'cancelled' WHERE id = $1`, [gone?.id])
  await db().query(
    `INSERT INTO video (title, dancer_id, track_id, challenge_id, assignment_id, video_file_url, vote_code)
      VALUES ('Waiting', $1, $2, $3, $4, 'https://media.test/a.webm', $5)`,
    [shown?.dancer_id, shown?.track_id, month.id, shown?.id, newId().slice(-6)],
  )
  expect((await read(statistics)).body).toEqual({
    total_assignments: 9,
    unique_dancers: 3,
    active_assignments: 6,
    pending_assignments: 1,
    completed_assignments: 1,
    cancelled_assignments: 1,
    unique_tracks: 3,
  })
})

describe('assigning to all', () => {
  test('gives everybody three, says so, is on record, and adds nothing when it is pressed again', async () => {
    await addTracks(5)
    const dancers = [await subscribe(2), await subscribe(1)]
    await expectAnswer(await post(bulkAssign, {}), 200, {
      message: 'Assigned 6 tracks to 2 dancers in The month.',
      total_assigned: 6,
      dancers_assigned: 2,
      dancers_short: 0,
    })
    for (const dancer of dancers) expect(await tracksOf(dancer)).toHaveLength(3)
    expect(await audited(month.id)).toEqual([
      {
        actor_id: admin.user.id,
        action: 'assignments.drawn',
        subject_type: 'challenge',
        after: { dancers: 2, tracks: 6 },
      },
    ])
    expect(await (await post(bulkAssign, undefined)).json()).toMatchObject({
      message: 'No tracks to assign in The month.',
      total_assigned: 0,
    })
  })

  test('pressed by many at once gives each dancer three', async () => {
    await addTracks(4)
    const dancers = await Promise.all([1, 2, 3].map((minutes) => subscribe(minutes)))
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(bulkAssign, {})))
    const totals = await Promise.all(answers.map(async (answer) => (await answer.json()).total_assigned))
    expect(totals.reduce((sum, one) => sum + one, 0)).toBe(9)
    for (const dancer of dancers) expect(await tracksOf(dancer)).toHaveLength(3)
  })

  test('with too small a pool gives what there is and says so', async () => {
    await addTracks(2)
    await subscribe(1)
    expect(await (await post(bulkAssign, {})).json()).toEqual({
      message:
        'Assigned 2 tracks to 1 dancer in The month. 1 dancer still has fewer than 3 tracks and gets the rest when more tracks are approved.',
      total_assigned: 2,
      dancers_assigned: 1,
      dancers_short: 1,
    })
    expect((await read(unassigned)).body.unassigned_dancers).toMatchObject([{ tracks_held: 2 }])
    expect(await countUnassignedDancers()).toBe(1)
  })
})

describe('assigning to one dancer', () => {
  test('gives three and says how many, once', async () => {
    await addTracks(3)
    const dancer = await subscribe(1)
    await expectAnswer(await assign(dancer.id), 200, {
      message: `Assigned 3 tracks to ${dancer.username}.`,
      total_assigned: 3,
    })
    await expectAnswer(await assign(dancer.id), 200, {
      message: `${dancer.username} already has 3 tracks.`,
      total_assigned: 0,
    })
    expect((await audited(dancer.id))[0]).toEqual({
      actor_id: admin.user.id,
      action: 'assignments.drawn',
      subject_type: 'user',
      after: { challenge_id: month.id, tracks: 3 },
    })
  })

  test('with too small a pool gives what there is and says so', async () => {
    await addTracks(1)
    const dancer = await subscribe(1)
    const rest = 'Only 1 track was available. The rest follows when more tracks are approved.'
    expect(await (await assign(dancer.id)).json()).toEqual({
      message: `Assigned 1 track to ${dancer.username}. ${rest}`,
      total_assigned: 1,
    })
    expect(await (await assign(dancer.id)).json()).toEqual({
      message: `Nothing to assign to ${dancer.username}. ${rest}`,
      total_assigned: 0,
    })
  })

  test('is refused for who has not paid, for strangers, and in a closed month', async () => {
    await addTracks(3)
    const waiting = await subscribe(1, 'pending')
    await expectAnswer(await assign(waiting.id), 400, {
      error: `${waiting.username} has not paid for this challenge.`,
      code: 'not_subscribed',
    })
    expect((await assign(newId())).status).toBe(404)
    expect((await assign(admin.user.id)).status).toBe(404)
    expect((await assign(waiting.id, newId())).status).toBe(404)
    const paid = await subscribe(1)
    await changeMonth(month, { phase: 'closed' })
    expect(await (await assign(paid.id)).json()).toMatchObject({ code: 'challenge_closed' })
    await expectAnswer(await post(assignIndividual, { dancer_id: 7 }), 400, {
      errors: { dancer_id: ['Must be a valid UUID.'], challenge_id: ['Must be a valid UUID.'] },
      code: 'invalid',
    })
  })
})

test('nobody is given tracks once submissions have closed, and none wait', async () => {
  await addTracks(3)
  const dancer = await subscribe(1)
  expect(await countUnassignedDancers()).toBe(1)
  await changeMonth(month, { submissions_end_at: addSeconds(now(), -1) })
  const refusal = { error: 'Submissions for this challenge are closed.', code: 'submissions_closed' }
  await expectAnswer(await assign(dancer.id), 409, refusal)
  await expectAnswer(await post(bulkAssign, {}), 409, refusal)
  // They are still listed, and the page is told that nothing can be done.
  expect((await read(unassigned)).body).toMatchObject({
    total_unassigned: 1,
    challenge: { submissions_end_at: expect.stringMatching(/Z$/), are_submissions_open: false },
  })
  expect(await tracksOf(dancer)).toEqual([])
  expect(await audited(dancer.id)).toEqual([])
  expect(await countUnassignedDancers()).toBe(0)
})

test('only super admins may look and assign', async () => {
  const body = { dancer_id: newId(), challenge_id: month.id }
  for (const role of ['compliance_officer', 'dancer', 'copyright_owner'] as const) {
    const { access } = await signInAs(role)
    for (const route of [unassigned, statistics]) expect((await read(route, access)).status).toBe(403)
    expect((await post(bulkAssign, {}, access)).status).toBe(403)
    expect((await post(assignIndividual, body, access)).status).toBe(403)
  }
  expect((await send(unassigned.GET)).status).toBe(401)
})
