// What a dancer sees of their own: the tracks of the month with what was made of each, and all their videos.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { DancerAssignment } from '#lib/contract/videos/submissions.ts'
import { closeDb, db } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { addVideo, type Month, openMonth } from '#tests/support/contest.ts'
import { changeMonth, changeVideo } from '#tests/support/feed.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { send } from '#tests/support/send.ts'
import { readyDancer, type Submitter, submitted } from '#tests/support/submissions.ts'

let month: Month
beforeAll(async () => {
  month = await openMonth()
})
afterAll(() => Promise.all([closeQueues(), closeRedis(), closeDb()]))

type Answer = { assignments: DancerAssignment[]; submissions_end_at: string | null; can_submit: boolean }

async function ownAssignments({ access }: Submitter): Promise<Answer> {
  const { GET } = await loadRoute(contract.submissions.myAssignments)
  const answer = await send(GET, { access })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

test('each track says what was submitted for it: nothing, something that waits, or a refusal with its reason', async () => {
  const dancer = await readyDancer(month)
  const [first, second, third] = dancer.trackIds
  const rejected = await submitted(dancer, { track_id: second, title: 'Too dark' })
  await changeVideo({ id: rejected }, { status: 'rejected', rejection_reason: 'We cannot see you.' })
  const waiting = await submitted(dancer, { track_id: third })
  const { assignments, can_submit, submissions_end_at } = await ownAssignments(dancer)
  expect({ can_submit, submissions_end_at }).toEqual({
    can_submit: true,
    submissions_end_at: month.endsAt.toISOString(),
  })
  expect(assignments.map(({ track_details }) => track_details.id)).toEqual([first, second, third])
  expect(assignments[0]).toEqual({
    id: expect.any(String),
    track_details: {
      id: first,
      title: 'Sheng',
      artist: 'A singer',
      genre: 'Gengetone',
      duration_seconds: 92,
      audio_file_url: `/media/tracks/${first}.mp3`,
    },
    assigned_at: expect.any(String),
    youtube_url: null,
    video_title: '',
    video_uploaded: false,
    submitted: false,
    has_submitted: false,
    video_submitted: false,
    video_id: null,
    video_status: null,
    rejection_reason: '',
    thumbnail_url: null,
  })
  expect(assignments[1]).toMatchObject({
    submitted: false,
    video_id: rejected,
    video_status: 'rejected',
    video_title: 'Too dark',
    rejection_reason: 'We cannot see you.',
  })
  expect(assignments[2]).toMatchObject({
    video_uploaded: true,
    submitted: true,
    has_submitted: true,
    video_submitted: true,
    video_id: waiting,
    video_status: 'pending_review',
  })
  const replaced = await submitted(dancer, { track_id: second })
  expect((await ownAssignments(dancer)).assignments[1]).toMatchObject({
    submitted: true,
    video_id: replaced,
    rejection_reason: '',
  })
})

test('may submit only with KYC approved and a paid subscription, while the month takes submissions', async () => {
  expect((await ownAssignments(await readyDancer(month, { kyc: 'pending' }))).can_submit).toBe(false)
  expect((await ownAssignments(await readyDancer(month, { subscription: null }))).can_submit).toBe(false)
  const dancer = await readyDancer(month)
  await changeMonth(month, { submissions_end_at: new Date(Date.now() - 1_000) })
  expect(await ownAssignments(dancer)).toMatchObject({
    can_submit: false,
    assignments: [{}, {}, {}],
  })
  await changeMonth(month, { submissions_end_at: month.endsAt })
})

test('tracks that were taken back, of past months and of others are not listed', async () => {
  const dancer = await readyDancer(month, { tracks: 2 })
  await db().query(
    `UPDATE track_assignment SET status = 'cancelled' WHERE dancer_id = $1 AND track_id = $2`,
    [dancer.id, dancer.trackIds[0]],
  )
  expect((await ownAssignments(dancer)).assignments.map(({ track_details }) => track_details.id)).toEqual([
    dancer.trackIds[1],
  ])
  await changeMonth(month, { phase: 'closed' })
  expect(await ownAssignments(dancer)).toEqual({
    assignments: [],
    submissions_end_at: null,
    can_submit: false,
  })
  await changeMonth(month, { phase: 'voting' })
})

test('my videos are all of them, newest first, and nobody else’s', async () => {
  const dancer = await readyDancer(month, { tracks: 2 })
  await addVideo(month)
  const old = await addVideo(month, { dancerId: dancer.id })
  await changeVideo(old, { upload_date: '2026-01-01' })
  const first = await submitted(dancer)
  const second = await submitted(dancer, { track_id: dancer.trackIds[1] })
  await changeVideo({ id: first }, { status: 'rejected' })
  const { GET } = await loadRoute(contract.submissions.myVideos)
  const { results } = (await (await send(GET, { access: dancer.access })).json()) as {
    results: { id: string; status: string }[]
  }
  expect(results.map(({ id, status }) => [id, status])).toEqual([
    [second, 'pending_review'],
    [first, 'rejected'],
    [old.id, 'approved'],
  ])
})
