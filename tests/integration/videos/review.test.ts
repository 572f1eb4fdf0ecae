// Officers decide on videos: what everybody sees follows at once, the owner learns why, and each decision is on record.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { list, type Video } from '#lib/contract/videos/calls.ts'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { listenTo, openEventFeed } from '#lib/core/event-feed.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { publicContentChanged } from '#lib/domain/challenges/events.ts'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import { listVideos } from '#lib/domain/videos/queries.ts'
import { approveVideo, rejectVideo } from '#lib/domain/videos/review-video.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { toldTo } from '#tests/support/notifications.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import { readyDancer, readyMusician, submit, submitted } from '#tests/support/submissions.ts'
import { until } from '#tests/support/until.ts'

let month: Month
let officer: SignedIn
beforeAll(async () => {
  month = await openMonth()
  officer = await signInAs('compliance_officer')
})
afterAll(() => Promise.all([closeQueues(), closeRedis(), closeDb()]))

async function decide(
  what: 'approve' | 'reject',
  id: string,
  more: { reason?: unknown; access?: string } = {},
): Promise<Response> {
  const { POST } = await loadRoute(contract.submissions[what])
  const body = what === 'reject' ? { reason: 'reason' in more ? more.reason : 'Too dark' } : undefined
  return send(POST, { method: 'POST', params: { id }, body, access: more.access ?? officer.access })
}

const inFeed = async (id: string) =>
  (await listVideos(list.query.parse({ page_size: 100 }), null)).results.some((video) => video.id === id)
const alreadyDecided = { error: 'This video has already been decided.', code: 'already_decided' }

describe('an approved video', () => {
  test('is in the feed and on the leaderboard, and everybody is told', async () => {
    const dancer = await readyDancer(month, { tracks: 1 })
    const id = await submitted(dancer)
    expect(await inFeed(id)).toBe(false)
    const told: unknown[] = []
    const feed = openEventFeed([listenTo(publicContentChanged, (payload) => void told.push(payload))])
    await until('the feed listens', () => feed.isConnected())
    const answer = await decide('approve', id)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id, status: 'approved', reviewed_by: officer.user.username })
    expect(await inFeed(id)).toBe(true)
    expect((await getLeaderboard()).some((row) => row.video_id === id)).toBe(true)
    await until('everybody was told', () => told.length > 0)
    expect(told).toEqual([{ what: 'videos' }])
    feed.end()
    const assignment = await firstRow(
      db(),
      'SELECT a.status FROM track_assignment a JOIN video v ON v.assignment_id = a.id WHERE v.id = $1',
      [id],
    )
    expect(assignment).toEqual({ status: 'completed' })
    expect((await submit(dancer)).status).toBe(409)
  })

  test('of a musician is in the feed and on no leaderboard', async () => {
    const id = await submitted(await readyMusician())
    expect((await decide('approve', id)).status).toBe(200)
    expect(await inFeed(id)).toBe(true)
    expect((await getLeaderboard()).some((row) => row.video_id === id)).toBe(false)
  })
})

test('a track whose video is withdrawn waits for another one, until the video is back', async () => {
  const dancer = await readyDancer(month, { tracks: 1 })
  const admin = await signInAs('super_admin')
  const waiting = async () =>
    (await rows(db(), 'SELECT status::text FROM track_assignment WHERE dancer_id = $1', [dancer.id]))[0]
  const id = await submitted(dancer)
  await decide('approve', id)
  expect(await waiting()).toEqual({ status: 'completed' })
  await ask(contract.submissions.withdraw, admin, { params: { id }, body: { reason: 'Not their own.' } })
  expect(await waiting()).toEqual({ status: 'active' })
  await decide('approve', await submitted(dancer))
  expect(await waiting()).toEqual({ status: 'completed' })
  const params = { id: dancer.id }
  await ask(contract.admin.deactivateUser, admin, { params, body: { reason: 'Another dances.' } })
  expect(await waiting()).toEqual({ status: 'active' })
  await ask(contract.admin.activateUser, admin, { params, body: { reason: 'It was a mistake.' } })
  expect(await waiting()).toEqual({ status: 'completed' })
})

describe('a rejected video', () => {
  test('stays out of the feed; its owner reads why', async () => {
    const dancer = await readyDancer(month, { tracks: 1 })
    const id = await submitted(dancer)
    expect((await decide('reject', id, { reason: ' The music is another one. ' })).status).toBe(200)
    expect(await inFeed(id)).toBe(false)
    const own = await loadRoute(contract.submissions.myVideos)
    const { results } = (await (await send(own.GET, { access: dancer.access })).json()) as {
      results: Video[]
    }
    expect(results).toMatchObject([
      { id, status: 'rejected', rejection_reason: 'The music is another one.', reviewed_by: null },
    ])
  })

  test.each(['', '  ', '\u200b', 5, undefined])('needs a reason, not %o', async (reason) => {
    const id = await submitted(await readyDancer(month, { tracks: 1 }))
    await expectAnswer(await decide('reject', id, { reason }), 400, {
      errors: { reason: ['Reason is required to reject video.'] },
      code: 'invalid',
    })
  })
})

describe('a decision', () => {
  test('is made once, however many officers make it at the same time', async () => {
    const id = await submitted(await readyDancer(month, { tracks: 1 }))
    const second = await signInAs('super_admin')
    const answers = await Promise.all([
      decide('approve', id),
      decide('reject', id, { access: second.access }),
      decide('approve', id, { access: second.access }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await expectAnswer(await decide('approve', id), 409, alreadyDecided)
    await expectAnswer(await decide('reject', id), 409, alreadyDecided)
    const records = await rows(db(), `SELECT action FROM audit_event WHERE subject_id = $1`, [id])
    expect(records).toHaveLength(1)
  })

  test('is on record with who made it and what changed', async () => {
    const id = await submitted(await readyDancer(month, { tracks: 1 }))
    await decide('reject', id)
    expect(
      await rows(
        db(),
        `SELECT actor_id, action, subject_type, before, after, address <> '' AS placed FROM audit_event WHERE subject_id = $1`,
        [id],
      ),
    ).toEqual([
      {
        actor_id: officer.user.id,
        action: 'video.rejected',
        subject_type: 'video',
        before: { status: 'pending_review' },
        after: { status: 'rejected', reason: 'Too dark' },
        placed: true,
      },
    ])
  })

  test.each([
    ['approve', readyDancer, 'video_approved', {}],
    ['reject', readyDancer, 'video_rejected', { reason: 'Too dark' }],
    ['approve', readyMusician, 'official_video_approved', {}],
    ['reject', readyMusician, 'official_video_rejected', { reason: 'Too dark' }],
  ] as const)('to %s is told to the owner', async (what, owner, template, more) => {
    const person = owner === readyDancer ? await readyDancer(month, { tracks: 1 }) : await readyMusician()
    const id = await submitted(person, { title: 'Kayole nights' })
    await decide(what, id)
    expect(await toldTo(person.id)).toEqual([
      {
        kind: 'video_decided',
        template,
        data: { title: 'Kayole nights', ...(what === 'approve' ? { video_id: id } : more) },
      },
    ])
  })

  test('is never about oneself', async () => {
    const now = { username: 'Now an officer', role: 'compliance_officer', sessionId: 'a session' } as const
    const dancer = await readyDancer(month, { tracks: 1 })
    const musician = await readyMusician()
    const entry = await submitted(dancer, { track_id: dancer.trackIds[0] })
    const official = await submitted(musician)
    const paid = await firstRow<{ id: string }>(db(), 'SELECT musician_id AS id FROM track WHERE id = $1', [
      dancer.trackIds[0],
    ])
    // People change roles; what they submitted before stays theirs.
    for (const [videoId, person] of [
      [entry, dancer],
      [official, musician],
      // Each vote for a dance pays the musician as well.
      [entry, paid],
    ] as const) {
      const review = { videoId, officer: { ...now, id: person?.id ?? '' }, address: '10.0.0.1' }
      await expect(approveVideo(review)).rejects.toThrow('You can’t decide on your own submission.')
      await expect(rejectVideo({ ...review, reason: 'Mine' })).rejects.toMatchObject({ status: 403 })
    }
  })

  test('is an officer’s alone, about a video that is there', async () => {
    const dancer = await readyDancer(month, { tracks: 1 })
    const id = await submitted(dancer)
    expect((await decide('approve', id, { access: dancer.access })).status).toBe(403)
    await expectAnswer(await decide('approve', month.id), 404, { detail: 'Not found.', code: 'not_found' })
  })
})
