/**
 * What the officers' desk asks of the server, row by row (docs/api.md, Compliance; docs/screens.md, Officer desk). What is
 * about screens alone is in tests/e2e. Files without a folder lie beside this one.
 *
 * | About  | Row                                                       | Test                                            |
 * | ------ | --------------------------------------------------------- | ----------------------------------------------- |
 * | shapes | KYC compliance list item                                  | the dashboard's KYC list                        |
 * | shapes | Video compliance item, Video full record                  | the dashboard's video list                      |
 * | shapes | Track compliance item                                     | the dashboard's track list                      |
 * | states | KYC: decided once, rejected may be handed in again        | decisions: a KYC goes through its states        |
 * | states | KYC is locked while under_review or approved              | decisions: a KYC goes through its states        |
 * | states | Track status in any case; pending_review is pending       | the dashboard's track list; decisions: a track… |
 * | states | Approving sets the documented review comment              | decisions: a track's decision                   |
 * | states | Rejecting carries the reason                              | decisions: a track's decision                   |
 * | states | Approved tracks cannot be deleted                         | decisions: a track's decision                   |
 * | states | Video: approve and reject apart, with a reason            | decisions: a video's decision                   |
 * | states | The lists are asked by status                             | the dashboard's three lists                     |
 * | input  | 'Reason is required to reject KYC.'                       | decisions: rejecting needs a reason             |
 * | input  | 'Reason is required to reject video.'                     | decisions: rejecting needs a reason             |
 * | input  | A track's reason must be non-empty                        | decisions: rejecting needs a reason             |
 * | input  | The internal note is optional                             | decisions; submissions: keeps notes             |
 * | roles  | Officers and super admins review, nobody else             | who may see; decisions: who may decide          |
 * | roles  | Nobody decides about themselves                           | decisions: who may decide                       |
 * | calls  | GET kyc-submissions: paging, status, search, ordering     | submissions: the list                           |
 * | calls  | GET kyc-submissions/{id}, links, what is on record        | submissions: a submission                       |
 * | calls  | GET stats                                                 | the stats                                       |
 * | calls  | POST, DELETE claims                                       | claims                                          |
 * | calls  | review_kyc, approve, reject, PATCH tracks                 | decisions                                       |
 * | calls  | GET videos: status, ordering; GET tracks/pending          | the dashboard's three lists                     |
 * | calls  | Summary queries of page size 1 read the count             | the summary cards                               |
 * | calls  | DELETE of an own unapproved track                         | decisions: a track's decision                   |
 * | errors | The server's sentence stands where clients look first     | decisions: rejecting needs a reason; twice      |
 * | errors | A list past its end, a wrong filter: the error shapes     | submissions: the list; ../tracks/review.test.ts |
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { signInAs } from '#tests/support/people.ts'
import {
  ask,
  dashboardQueries,
  decide,
  reviewKinds,
  type Waiting,
  waitingSubject,
} from '#tests/support/review.ts'
import { addTrack } from '#tests/support/tracks.ts'

let month: Month
let officer: SignedIn
beforeAll(async () => {
  month = await openMonth()
  officer = await signInAs('compliance_officer')
})
afterAll(async () => {
  closeStorage()
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
})

const wait = (kind: Waiting['type']) => waitingSubject(kind, month)
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

function list(kind: Waiting['type'], place: Record<string, string> = { page: '1', page_size: '10' }) {
  const { call, query } = dashboardQueries[kind]
  return ask(call, officer, { query: { ...query, ...place } })
}
async function listed({ type, id }: Waiting) {
  return (await list(type, { page_size: '100' })).body.results.find((row) => row.id === id)
}

describe('the three lists', () => {
  test("the dashboard's KYC list", async () => {
    const item = await wait('kyc')
    expect(await listed(item)).toMatchObject({
      id: item.id,
      user: { id: item.id, username: expect.any(String) },
      full_name: 'Amina Wanjiru Odhiambo',
      kyc_submitted_at: moment,
      kyc_status: 'under_review',
    })
    await decide(officer, item)
    expect(await listed(item)).toBeUndefined()
  })

  test("the dashboard's video list", async () => {
    const item = await wait('video')
    const waiting = {
      id: item.id,
      title: expect.stringContaining('Sheng'),
      youtube_video_id: expect.any(String),
      dancer: expect.objectContaining({ username: expect.any(String) }),
      upload_date: moment,
      status: 'pending_review',
      reviewed_by: null,
      reviewed_at: null,
      approved_date: null,
    }
    expect(await listed(item)).toMatchObject(waiting)
    await decide(officer, await wait('video'))
    const upper = { status: 'PENDING_REVIEW', page_size: '100' }
    const { body } = await ask(contract.videos.list, officer, { query: upper })
    expect(body.results.map(({ id }) => id)).toContain(item.id)
    for (const row of body.results) expect(row).toMatchObject({ status: 'pending_review' })
    const decided = await decide(officer, item, 'reject')
    expect(decided.body).toMatchObject({
      ...waiting,
      status: 'rejected',
      reviewed_by: officer.user.username,
      reviewed_at: moment,
      rejection_reason: 'The picture is not sharp.',
    })
    expect(await listed(item)).toBeUndefined()
  })

  test("the dashboard's track list", async () => {
    const item = await wait('track')
    expect(await listed(item)).toMatchObject({
      id: item.id,
      title: 'A song',
      artist: 'A singer',
      upload_date: moment,
      status: 'pending',
      audio_file_url: expect.stringContaining('X-Amz-Signature'),
    })
    for (const status of ['PENDING', 'pending_review', 'Pending_Review']) {
      const { body } = await ask(contract.tracks.pending, officer, { query: { status, page_size: '100' } })
      expect(body.results.map(({ id }) => id)).toContain(item.id)
    }
    const younger = await wait('track')
    for (const [ordering, order] of [
      ['upload_date', [item.id, younger.id]],
      ['-upload_date', [younger.id, item.id]],
      ['', [item.id, younger.id]],
    ] as const) {
      const { body } = await ask(contract.tracks.pending, officer, { query: { ordering, page_size: '100' } })
      expect(body.results.map(({ id }) => id).filter((id) => order.some((one) => one === id))).toEqual(order)
    }
    await decide(officer, item)
    expect(await listed(item)).toBeUndefined()
  })

  test.each(reviewKinds)('the summary cards read the count of %s from pages of one', async (kind) => {
    const countOf = async () => (await list(kind, { page: '1', page_size: '1' })).body
    const before = Number((await countOf()).count)
    await Promise.all([wait(kind), wait(kind)])
    const after = await countOf()
    expect(after.count).toBe(before + 2)
    expect(after.results).toHaveLength(1)
  })

  test.each(reviewKinds)('who may see what waits of %s: officers alone', async (kind) => {
    const item = await wait(kind)
    const { call, query } = dashboardQueries[kind]
    for (const other of [null, await signInAs('dancer'), await signInAs('copyright_owner')]) {
      const { status, body } = await ask(call, other, { query: { ...query, page_size: '100' } })
      // The list of videos is everybody's, and has the approved ones for them.
      if (kind === 'video') expect(body.results.map(({ id }) => id)).not.toContain(item.id)
      else expect(status).toBe(other ? 403 : 401)
    }
  })
})

describe('the stats', () => {
  const read = async () => (await ask(contract.compliance.stats, officer)).body
  const decidedAfter = async (hours: number, daysAgo = 0, reviewer: string | null = officer.user.id) => {
    const id = await addTrack((await signInAs('copyright_owner')).user.id, { status: 'approved' })
    await rows(
      db(),
      `UPDATE track SET created_at = $2::timestamptz - $3 * interval '1 hour', reviewed_at = $2, reviewed_by = $4
       WHERE id = $1`,
      [id, addSeconds(now(), -daysAgo * 86_400 - 60), hours, reviewer],
    )
  }

  test('count what waits, and since when the longest of the three queues does', async () => {
    for (const kind of reviewKinds)
      for (const row of (await list(kind, { page_size: '100' })).body.results)
        await decide(officer, { type: kind, id: String(row.id) })
    const empty = await read()
    expect(empty).toMatchObject({
      pending: 0,
      under_review: 0,
      tracks_pending: 0,
      videos_pending: 0,
      oldest_pending_at: null,
    })
    const [, track] = [await wait('kyc'), await wait('track'), await wait('video'), await wait('video')]
    const longAgo = addSeconds(now(), -100 * 3_600)
    await rows(db(), 'UPDATE track SET created_at = $2 WHERE id = $1', [track.id, longAgo])
    const full = await read()
    expect(full).toMatchObject({
      pending: 1,
      under_review: 1,
      tracks_pending: 1,
      videos_pending: 2,
      oldest_pending_at: longAgo.toISOString(),
    })
    await decide(officer, await wait('kyc'), 'reject')
    await decide(officer, await wait('kyc'))
    expect(await read()).toMatchObject({
      approved: Number(full.approved) + 1,
      rejected: Number(full.rejected) + 1,
      pending: 1,
    })
  })

  test('tell the median of what people decided within 30 days', async () => {
    await rows(db(), 'UPDATE track SET reviewed_by = NULL')
    await rows(db(), 'UPDATE video SET reviewed_by = NULL')
    await rows(db(), 'UPDATE profile SET kyc_reviewed_at = NULL')
    expect(await read()).toMatchObject({ median_hours_to_decide: null })
    for (const hours of [2, 5.26, 40]) await decidedAfter(hours)
    await decidedAfter(1_000, 31)
    // The worker turns files down by itself, in seconds.
    await decidedAfter(0, 0, null)
    await decidedAfter(0, 0, null)
    expect(await read()).toMatchObject({ median_hours_to_decide: 5.26 })
    await decidedAfter(1)
    expect(await read()).toMatchObject({ median_hours_to_decide: 3.63 })
    // Approved after two hours, ten days ago and longer ago than counts, and withdrawn by now.
    for (const daysAgo of [10, 31]) {
      const { id } = await wait('video')
      await rows(
        db(),
        `UPDATE video SET status = 'rejected', upload_date = $2::timestamptz - interval '2 hours', approved_date = $2,
           reviewed_at = $3, reviewed_by = $4 WHERE id = $1`,
        [id, addSeconds(now(), -daysAgo * 86_400), now(), officer.user.id],
      )
    }
    expect(await read()).toMatchObject({ median_hours_to_decide: 2 })
  })
})
