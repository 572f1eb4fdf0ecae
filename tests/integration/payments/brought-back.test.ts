// Which videos come back with their dancer (docs/decisions/0005): those whose places are still free.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { submitVideo } from '#lib/domain/videos/submit-video.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { overlapped } from '#tests/support/overlaps.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'
import { newYoutubeId, readyDancer, type Submitter } from '#tests/support/submissions.ts'

let month: Month
let admin: SignedIn
beforeAll(async () => {
  month = await openMonth()
  admin = await signInAs('super_admin')
})
afterAll(() => Promise.all([closeQueues(), closeRedis(), closeDb()]))

const deactivate = ({ id }: Submitter) =>
  ask(contract.admin.deactivateUser, admin, { params: { id }, body: { reason: 'Another dances.' } })
const activate = ({ id }: Submitter) =>
  ask(contract.admin.activateUser, admin, { params: { id }, body: { reason: 'It was a mistake.' } })
const decided = (id: string, status: 'approved' | 'rejected') =>
  db().query('UPDATE video SET status = $2::video_status WHERE id = $1', [id, status])

/** Submits a YouTube video for the first of the dancer's tracks. */
function submit({ id, trackIds: [trackId = ''] }: Submitter, youtubeId: string) {
  const submission = { trackId, youtubeUrl: `https://youtu.be/${youtubeId}`, title: '', description: '' }
  return submitVideo(submission, { id, username: '', role: 'dancer', sessionId: '' })
}

async function approved(dancer: Submitter, youtubeId = newYoutubeId()): Promise<string> {
  const { video_id: id } = await submit(dancer, youtubeId)
  await decided(id, 'approved')
  return id
}

/** The statuses of videos, in the order of their ids. */
async function statusOf(...ids: string[]): Promise<string[]> {
  const found = await rows<{ status: string }>(
    db(),
    'SELECT v.status::text FROM unnest($1::uuid[]) WITH ORDINALITY AS a(id, n) JOIN video v USING (id) ORDER BY n',
    [ids],
  )
  return found.map(({ status }) => status)
}

/**
 * A dancer who is away with two videos for one track: the first did not come back once, because its YouTube video was somebody
 * else's then, and a second took its place.
 */
async function awayWithTwo() {
  const [dancer, other] = [await readyDancer(month), await readyDancer(month)]
  const youtubeId = newYoutubeId()
  const former = await approved(dancer, youtubeId)
  await deactivate(dancer)
  const theirs = await approved(other, youtubeId)
  expect(await activate(dancer)).toMatchObject({ status: 200 })
  expect(await statusOf(former)).toEqual(['rejected'])
  const later = await approved(dancer)
  await deactivate(dancer)
  await decided(theirs, 'rejected')
  return { dancer, former, later, youtubeId, other }
}

test('of two for one track the newer one comes back', async () => {
  const { dancer, former, later } = await awayWithTwo()
  expect(await activate(dancer)).toMatchObject({ status: 200, body: { is_active: true } })
  expect(await statusOf(former, later)).toEqual(['rejected', 'approved'])
})

test('the older one does where somebody has submitted the newer one meanwhile', async () => {
  const { dancer, former, later, other } = await awayWithTwo()
  const [row] = await rows<{ id: string }>(db(), 'SELECT youtube_video_id AS id FROM video WHERE id = $1', [
    later,
  ])
  await approved({ ...other, trackIds: other.trackIds.slice(1) }, row?.id)
  expect(await activate(dancer)).toMatchObject({ status: 200 })
  expect(await statusOf(former, later)).toEqual(['approved', 'rejected'])
})

test('none does for a track for which one waits for review', async () => {
  const { dancer, former, later } = await awayWithTwo()
  await db().query(
    `UPDATE video SET status = 'pending_review', rejection_reason = '', withdrawn_at = NULL, withdrawn_because = NULL WHERE id = $1`,
    [later],
  )
  expect(await activate(dancer)).toMatchObject({ status: 200 })
  expect(await statusOf(former, later)).toEqual(['rejected', 'pending_review'])
})

test('of two of one YouTube video the newer one comes back', async () => {
  const dancer = await readyDancer(month)
  const youtubeId = newYoutubeId()
  const former = await approved(dancer, youtubeId)
  await deactivate(dancer)
  const other = await readyDancer(month)
  const theirs = await approved(other, youtubeId)
  await activate(dancer)
  await decided(theirs, 'rejected')
  const later = await approved({ ...dancer, trackIds: dancer.trackIds.slice(1) }, youtubeId)
  await deactivate(dancer)
  expect(await activate(dancer)).toMatchObject({ status: 200 })
  expect(await statusOf(former, later)).toEqual(['rejected', 'approved'])
})

test('what somebody submits in this moment has the place', async () => {
  const [dancer, other] = [await readyDancer(month), await readyDancer(month)]
  const youtubeId = newYoutubeId()
  const former = await approved(dancer, youtubeId)
  await deactivate(dancer)
  const { first, second } = await overlapped(
    // Its video is there, and nobody sees it before the job about it is written.
    { text: 'LOCK TABLE outbox IN SHARE MODE' },
    () => submit(other, youtubeId),
    () => activate(dancer),
  )
  expect(first).toMatchObject({ status: 'pending_review' })
  expect(second).toMatchObject({ status: 200 })
  expect(await statusOf(former)).toEqual(['rejected'])
})
