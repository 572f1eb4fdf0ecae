import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage, putObject } from '#lib/core/storage.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { changeVideo, renamePerson } from '#tests/support/feed.ts'
import { signInAs } from '#tests/support/people.ts'
import { send } from '#tests/support/send.ts'
import { setKyc } from '#tests/support/submissions.ts'
import { addTrack, readTrackRow } from '#tests/support/tracks.ts'
import { until } from '#tests/support/until.ts'
import * as retire from '../../../app/api/tracking/tracks/[id]/retire/route.ts'
import * as oneTrack from '../../../app/api/tracking/tracks/[id]/route.ts'
import * as assignments from '../../../app/api/tracking/tracks/assignments/route.ts'
import * as dancerVideos from '../../../app/api/tracking/tracks/dancer-videos/route.ts'
import * as myTracks from '../../../app/api/tracking/tracks/my-tracks/route.ts'

let musician: SignedIn
let other: SignedIn
beforeAll(async () => {
  musician = await signInAs('copyright_owner')
  other = await signInAs('copyright_owner')
})
afterAll(async () => {
  closeStorage()
  await Promise.all([closeDb(), closeQueues(), closeRedis()])
})

async function ask(route: { GET: Parameters<typeof send>[0] }, who: SignedIn, query = {}) {
  const response = await send(route.GET, { access: who.access, query })
  return { status: response.status, body: await response.json() }
}

const notFound = { detail: 'Not found.', code: 'not_found' }

describe('my tracks', () => {
  test('are one’s own, newest first, with the limit and what is used of it', async () => {
    const owner = await signInAs('copyright_owner')
    await setKyc(owner.user.id, 'approved')
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    const made = []
    for (const [index, status] of ['approved', 'rejected', 'retired', 'processing', 'pending'].entries())
      made.push(await addTrack(owner.user.id, { status, title: status, createdAt: at(index + 1) }))
    await addTrack(other.user.id)
    const { status, body } = await ask(myTracks, owner)
    expect(status).toBe(200)
    expect(body.results.map((one: { id: string }) => one.id)).toEqual(made.reverse())
    expect(body).toMatchObject({ kyc_status: 'approved', limit: 3, used: 3 })
    expect(body.results[0]).toMatchObject({
      title: 'pending',
      artist: 'A singer',
      duration: 180,
      file_size: 1_000,
      created_at: '2026-01-05T00:00:00.000Z',
      upload_date: '2026-01-05T00:00:00.000Z',
      tags: [],
    })
  })

  test('can be heard by a signed link, unless nobody has read them as an MP3', async () => {
    const owner = await signInAs('copyright_owner')
    const objectKey = `tracks/${newId()}`
    const body = new TextEncoder().encode('ID3 and so on')
    await putObject({ bucket: 'media', key: objectKey }, { body, contentType: 'audio/mpeg' })
    await addTrack(owner.user.id, { objectKey })
    const heard = (await ask(myTracks, owner)).body.results[0].audio_file_url
    expect(await (await fetch(heard)).bytes()).toEqual(body)
    const silent = await signInAs('copyright_owner')
    await addTrack(silent.user.id, { status: 'rejected', seconds: null })
    expect((await ask(myTracks, silent)).body.results[0].audio_file_url).toBeNull()
  })

  test('are for musicians', async () => {
    expect((await send(myTracks.GET)).status).toBe(401)
    for (const role of ['dancer', 'compliance_officer'] as const)
      expect((await ask(myTracks, await signInAs(role))).status).toBe(403)
  })
})

describe('deleting a track', () => {
  const remove = (id: string, who: SignedIn) =>
    send(oneTrack.DELETE, { method: 'DELETE', params: { id }, access: who.access })

  test.each(['processing', 'pending', 'rejected'])('that is %s takes it away', async (status) => {
    const id = await addTrack(musician.user.id, { status })
    expect((await remove(id, musician)).status).toBe(204)
    expect(await readTrackRow(id)).toBeUndefined()
    await expectAnswer(await remove(id, musician), 404, notFound)
  })

  test.each(['approved', 'retired'])('that is %s is refused', async (status) => {
    const id = await addTrack(musician.user.id, { status })
    const error = 'You can’t delete an approved track. Retire it instead.'
    await expectAnswer(await remove(id, musician), 409, { error, code: 'track_approved' })
    expect(await readTrackRow(id)).toMatchObject({ status })
  })

  test('of somebody else finds nothing', async () => {
    const id = await addTrack(other.user.id)
    await expectAnswer(await remove(id, musician), 404, notFound)
    await expectAnswer(await remove(newId(), musician), 404, notFound)
    expect(await readTrackRow(id)).toBeDefined()
  })

  test('puts the deletion of its file into the same transaction', async () => {
    const id = await addTrack(musician.user.id, { objectKey: 'tracks/to-go' })
    await remove(id, musician)
    await until('it is sent', async () => {
      const waiting = await rows(db(), `SELECT 1 FROM outbox WHERE payload::text LIKE '%tracks/to-go%'`)
      return waiting.length === 0
    })
    const jobs = await queue('housekeeping').getJobs()
    expect(jobs.filter((job) => JSON.stringify(job.data).includes('tracks/to-go'))).toHaveLength(1)
  })
})

describe('retiring a track', () => {
  const take = (id: string, who: SignedIn) =>
    send(retire.POST, { method: 'POST', params: { id }, access: who.access })

  test('takes it out of the pool and keeps it; twice is once', async () => {
    const id = await addTrack(musician.user.id, { status: 'approved' })
    const first = await take(id, musician)
    expect(first.status).toBe(200)
    const retired = await first.json()
    expect(retired).toMatchObject({ id, status: 'retired', retired_at: expect.any(String) })
    const second = await (await take(id, musician)).json()
    expect(second.retired_at).toBe(retired.retired_at)
  })

  test.each(['processing', 'pending', 'rejected'])('that is %s is refused', async (status) => {
    const id = await addTrack(musician.user.id, { status })
    const refusal = { error: 'Only approved tracks can be retired.', code: 'track_not_approved' }
    await expectAnswer(await take(id, musician), 409, refusal)
  })

  test('of somebody else finds nothing', async () => {
    const id = await addTrack(other.user.id, { status: 'approved' })
    await expectAnswer(await take(id, musician), 404, notFound)
    expect(await readTrackRow(id)).toMatchObject({ status: 'approved' })
  })
})

describe('what dancers do with the tracks', () => {
  test('is told to their musician alone: who was given them, and what was danced', async () => {
    const month = await openMonth()
    const owner = await signInAs('copyright_owner')
    const shown = await addVideo(month, { musicianId: owner.user.id })
    const hidden = await addVideo(month, { musicianId: owner.user.id })
    await changeVideo(hidden, { status: 'pending_review' })
    await changeVideo(shown, { title: '', vote_count: 12, duration_seconds: 61, thumbnail_url: '/t.webp' })
    await rows(db(), `UPDATE profile SET display_name = '' WHERE user_id = $1`, [shown.dancerId])
    await renamePerson(shown.dancerId, 'Akinyi Steps')
    await addVideo(month)
    const [track] = await rows<{ id: string }>(db(), 'SELECT track_id AS id FROM video WHERE id = $1', [
      shown.id,
    ])
    const assignment = newId()
    await rows(
      db(),
      `INSERT INTO track_assignment (id, challenge_id, dancer_id, track_id, seed, assigned_at)
       VALUES ($1, $2, $3, $4, 'seed', '2026-11-02T00:00:00Z')`,
      [assignment, month.id, shown.dancerId, track?.id],
    )
    expect((await ask(dancerVideos, owner)).body).toMatchObject({
      count: 1,
      results: [
        {
          id: shown.id,
          title: 'A song – Akinyi Steps',
          thumbnail: '/t.webp',
          votes: 12,
          duration: 61,
          dancer_name: 'Akinyi Steps',
          track_name: 'A song',
          track_id: track?.id,
        },
      ],
    })
    expect((await ask(assignments, owner)).body).toMatchObject({
      count: 1,
      results: [
        {
          id: assignment,
          track_id: track?.id,
          track_name: 'A song',
          dancer_name: 'Akinyi Steps',
          status: 'active',
          assigned_date: '2026-11-02T00:00:00.000Z',
        },
      ],
    })
    expect((await ask(assignments, other)).body.results).toEqual([])
    expect((await ask(dancerVideos, other)).body.results).toEqual([])
    expect((await ask(assignments, owner, { page: 2 })).body).toEqual({
      detail: 'This page doesn’t exist.',
      code: 'not_found',
    })
  })
})
