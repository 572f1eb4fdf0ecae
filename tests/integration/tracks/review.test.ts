import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { openMonth } from '#tests/support/contest.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { startMailbox, untilMailed } from '#tests/support/mailbox.ts'
import { sendHeld } from '#tests/support/notifications.ts'
import { createPerson, signInAs } from '#tests/support/people.ts'
import { send } from '#tests/support/send.ts'
import { addTrack, readTrackRow } from '#tests/support/tracks.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'
import * as oneTrack from '../../../app/api/tracking/tracks/[id]/route.ts'
import * as pending from '../../../app/api/tracking/tracks/pending/route.ts'

let officer: SignedIn
let musician: Awaited<ReturnType<typeof createPerson>>
const ends: (() => Promise<void>)[] = [closeDb, closeRedis, closeQueues, async () => closeStorage()]
beforeAll(async () => {
  ends.push(await startMailbox(), startConsumers())
  officer = await signInAs('compliance_officer')
  musician = await createPerson('copyright_owner')
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const decide = (id: string, body: unknown, who = officer) =>
  send(oneTrack.PATCH, { method: 'PATCH', params: { id }, body, access: who.access, address: '10.1.2.3' })
const approval = { status: 'APPROVED', review_comments: 'Approved by compliance officer' }

async function list(query = {}) {
  const response = await send(pending.GET, { access: officer.access, query })
  return { status: response.status, body: await response.json() }
}
const idsOf = (body: { results: { id: string }[] }) => body.results.map(({ id }) => id)

describe('the officers’ list', () => {
  test('has what waits, the longest first, by status in any case and by words', async () => {
    const owner = await createPerson('copyright_owner', { username: 'Otile Wa Pwani' })
    const at = (day: number) => new Date(Date.UTC(2026, 0, day))
    const late = await addTrack(owner.id, { title: 'Machweo', createdAt: at(2) })
    const early = await addTrack(owner.id, { title: 'Alfajiri', artist: 'Otile Brown', createdAt: at(1) })
    const done = await addTrack(owner.id, { status: 'approved', title: 'Machweo II' })
    expect(idsOf((await list()).body)).toEqual([early, late])
    expect(idsOf((await list({ status: 'PENDING' })).body)).toEqual([early, late])
    expect(idsOf((await list({ status: 'pending_review' })).body)).toEqual([early, late])
    expect(idsOf((await list({ status: '' })).body)).toEqual([early, late])
    expect(idsOf((await list({ status: 'Approved' })).body)).toEqual([done])
    expect(idsOf((await list({ search: 'machweo' })).body)).toEqual([late])
    expect(idsOf((await list({ search: 'otile wa' })).body)).toEqual([early, late])
    expect(idsOf((await list({ search: '%' })).body)).toEqual([])
    const page = (await list({ page_size: 1, page: 2 })).body
    expect(idsOf(page)).toEqual([late])
    expect(page).toMatchObject({ count: 2, next: null, previous: expect.stringContaining('page=1') })
    expect(page.results[0]).toMatchObject({
      status: 'pending',
      musician: { id: owner.id, username: 'Otile Wa Pwani' },
    })
    expect((await list({ status: 'nonsense' })).body).toEqual({
      errors: { status: ['Choose a status of tracks.'] },
      code: 'invalid',
    })
  })

  test('is not for musicians', async () => {
    const { access } = await signInAs('copyright_owner')
    expect((await send(pending.GET, { access })).status).toBe(403)
  })
})

describe('a decision', () => {
  test('to approve is written, audited and mailed', async () => {
    const owner = await createPerson('copyright_owner')
    const id = await addTrack(owner.id, { title: 'Machweo' })
    const answer = await decide(id, approval)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ id, status: 'approved', reviewed_at: expect.any(String) })
    expect(await readTrackRow(id)).toMatchObject({
      status: 'approved',
      review_comments: approval.review_comments,
      reviewed_by: officer.user.id,
    })
    const audited = await rows(
      db(),
      'SELECT actor_id, action, before, after, address FROM audit_event WHERE subject_id = $1',
      [id],
    )
    expect(audited).toEqual([
      {
        actor_id: officer.user.id,
        action: 'track.approved',
        before: { status: 'pending' },
        after: { status: 'approved', review_comments: approval.review_comments },
        address: expect.any(String),
      },
    ])
    await sendHeld()
    expect((await untilMailed(owner.email)).text).toContain('Machweo')
  })

  test('to approve gives the track to those who have paid and have too few', async () => {
    const month = await openMonth()
    const dancer = await createPerson('dancer')
    await rows(
      db(),
      `INSERT INTO subscription (challenge_id, dancer_id, status, amount) VALUES ($1, $2, 'paid', 100000)`,
      [month.id, dancer.id],
    )
    const id = await addTrack(musician.id)
    await decide(id, approval)
    const given = () => rows(db(), 'SELECT 1 FROM track_assignment WHERE dancer_id = $1', [dancer.id])
    await until('a dancer has a track', async () => (await given()).length > 0)
  })

  test('to reject needs a reason, which is mailed', async () => {
    const owner = await createPerson('copyright_owner')
    const id = await addTrack(owner.id)
    for (const body of [{ status: 'REJECTED' }, { status: 'rejected', review_comments: '  ' }])
      await expectAnswer(await decide(id, body), 400, {
        errors: { review_comments: ['Reason is required to reject track.'] },
        code: 'invalid',
      })
    const answer = await decide(id, { status: 'Rejected', review_comments: 'Holds a sample.' })
    expect(await answer.json()).toMatchObject({ status: 'rejected', review_comments: 'Holds a sample.' })
    await sendHeld()
    expect((await untilMailed(owner.email)).text).toContain('Holds a sample.')
  })

  test('is made once: of many at the same time one counts', async () => {
    const id = await addTrack(musician.id)
    const refused = { error: 'This track has already been decided.', code: 'already_decided' }
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        decide(id, at % 2 ? approval : { status: 'rejected', review_comments: 'No.' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    await expectAnswer(await decide(id, approval), 409, refused)
    expect(await rows(db(), 'SELECT 1 FROM audit_event WHERE subject_id = $1', [id])).toHaveLength(1)
  })

  test('waits until the worker has read the file', async () => {
    const id = await addTrack(musician.id, { status: 'processing', seconds: null })
    await expectAnswer(await decide(id, approval), 409, {
      error: 'We’re still checking this track. Try again in a minute.',
      code: 'track_processing',
    })
  })

  test('is never about oneself', async () => {
    const id = await addTrack(officer.user.id)
    await expectAnswer(await decide(id, approval), 403, {
      error: 'You can’t decide on your own track.',
      code: 'own_track',
    })
    expect(await readTrackRow(id)).toMatchObject({ status: 'pending' })
  })

  test('knows two words and existing tracks', async () => {
    const id = await addTrack(musician.id)
    for (const status of ['retired', '', 7, null])
      await expectAnswer(await decide(id, { status }), 400, {
        errors: { status: ['Choose approved or rejected.'] },
        code: 'invalid',
      })
    expect((await decide(newId(), approval)).status).toBe(404)
    const owner = await signInAs('copyright_owner')
    expect((await decide(id, approval, owner)).status).toBe(403)
  })
})
