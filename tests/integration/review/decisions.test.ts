// What officers decide about KYC, tracks and videos: the rows that desk.test.ts lists.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { login } from '#lib/domain/accounts/commands.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { startMailbox, untilMailed } from '#tests/support/mailbox.ts'
import { sendHeld } from '#tests/support/notifications.ts'
import { createPerson, password, signInAs } from '#tests/support/people.ts'
import {
  ask,
  auditOf,
  claim,
  decide,
  handInKyc,
  reviewKinds,
  type Waiting,
  waitingSubject,
} from '#tests/support/review.ts'
import { newAddress } from '#tests/support/send.ts'
import { addTrack } from '#tests/support/tracks.ts'
import { startConsumers } from '#workers/consume.ts'

let month: Month
let officer: SignedIn
const ends: (() => Promise<unknown>)[] = [closeDb, closeRedis, closeQueues, async () => closeStorage()]
beforeAll(async () => {
  ends.push(await startMailbox(), startConsumers())
  month = await openMonth()
  officer = await signInAs('compliance_officer')
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const wait = (kind: Waiting['type']) => waitingSubject(kind, month)
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

/** What waits can be decided, and what does not is answered 409. */
async function expectToWait(item: Waiting) {
  expect(await claim(officer, item)).toMatchObject({ status: 200 })
}

describe('the three decisions', () => {
  test('a KYC goes through its states, and its owner is told each time', async () => {
    const person = await handInKyc()
    const item = { type: 'kyc', id: person.user.id } as const
    const change = () =>
      ask(contract.profiles.update, person, { params: { id: item.id }, body: { city: 'Nakuru' } })
    expect(await change()).toMatchObject({ status: 409, body: { code: 'kyc_locked' } })
    expect(await decide(officer, item, 'reject')).toMatchObject({
      status: 200,
      body: { kyc_status: 'rejected' },
    })
    await sendHeld()
    expect((await untilMailed(person.user.email)).text).toContain('The picture is not sharp.')
    expect((await ask(contract.profiles.me, person)).body).toMatchObject({
      kyc_status: 'rejected',
      kyc_rejection_reason: 'The picture is not sharp.',
    })
    expect((await change()).status).toBe(200)
    expect((await ask(contract.kyc.submit, person)).body).toMatchObject({ kyc_status: 'under_review' })
    expect(await decide(officer, item)).toMatchObject({ status: 200, body: { kyc_status: 'approved' } })
    await sendHeld()
    await untilMailed(person.user.email, 2)
    expect(await change()).toMatchObject({ status: 409, body: { code: 'kyc_locked' } })
    expect((await auditOf(item.id)).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['kyc.rejected', { kyc_status: 'under_review' }, { kyc_status: 'rejected' }],
      ['kyc.approved', { kyc_status: 'under_review' }, { kyc_status: 'approved' }],
    ])
  })

  test("a track's decision carries the documented comment or the reason, and binds its musician", async () => {
    const [approved, silent, rejected] = await Promise.all([wait('track'), wait('track'), wait('track')])
    const comment = 'Approved by compliance officer'
    const sent = { status: 'APPROVED', review_comments: comment }
    const patch = (id: string, body: object) => ask(contract.tracks.review, officer, { params: { id }, body })
    expect((await patch(approved.id, sent)).body).toMatchObject({
      status: 'approved',
      review_comments: comment,
    })
    expect((await patch(silent.id, { status: 'approved' })).body).toMatchObject({ review_comments: comment })
    expect((await decide(officer, rejected, 'reject')).body).toMatchObject({
      status: 'rejected',
      review_comments: 'The picture is not sharp.',
    })
    const mine = await ask(contract.tracks.myTracks, rejected.owner)
    expect(mine.body.results).toMatchObject([{ review_comments: 'The picture is not sharp.' }])
    const remove = ({ id, owner }: Waiting) => ask(contract.tracks.delete, owner, { params: { id } })
    expect(await remove(approved)).toMatchObject({ status: 409, body: { code: 'track_approved' } })
    expect((await remove(rejected)).status).toBe(204)
    expect((await remove(await wait('track'))).status).toBe(204)
  })

  test("a video's decision is one of two calls, and its owner reads the reason where they work", async () => {
    const [approved, rejected] = await Promise.all([wait('video'), wait('video')])
    expect((await decide(officer, approved)).body).toMatchObject({
      status: 'approved',
      approved_date: moment,
    })
    expect((await decide(officer, rejected, 'reject')).body).toMatchObject({ status: 'rejected' })
    const { body } = await ask(contract.submissions.myVideos, rejected.owner)
    expect(body.results).toMatchObject([{ rejection_reason: 'The picture is not sharp.', reviewed_by: null }])
  })

  test.each(reviewKinds)(
    'of %s is on record in one transaction: who, what, before, after, from where',
    async (kind) => {
      const item = await wait(kind)
      await decide(officer, item, 'reject')
      const records = await auditOf(item.id)
      expect(records).toEqual([
        {
          action: `${kind}.rejected`,
          actor_id: officer.user.id,
          before:
            kind === 'kyc' ? { kyc_status: 'under_review' } : { status: expect.stringMatching(/^pending/) },
          after: expect.objectContaining(
            kind === 'kyc' ? { kyc_status: 'rejected' } : { status: 'rejected' },
          ),
          address: expect.stringMatching(/^10\./),
        },
      ])
    },
  )

  test.each([
    ['en', 'approved'],
    ['sw', 'umeidhinishwa'],
  ] as const)('are mailed in the language of their owner: %s', async (locale, word) => {
    const { id, email } = await createPerson('copyright_owner', { locale })
    const trackId = await addTrack(id, { title: 'Machweo' })
    await decide(officer, { type: 'track', id: trackId })
    await sendHeld()
    const mail = await untilMailed(email)
    expect(`${mail.subject} ${mail.text}`.toLowerCase()).toContain(word)
  })
})

describe('rejecting needs a reason', () => {
  const missing = [undefined, '', '   ', '\u200b \u202e', 7]
  test.each([
    ['kyc', 'reason', 'Reason is required to reject KYC.'],
    ['video', 'reason', 'Reason is required to reject video.'],
    ['track', 'review_comments', 'Reason is required to reject track.'],
  ] as const)('of %s, in the documented words', async (kind, field, sentence) => {
    const item = await wait(kind)
    const calls = {
      kyc: contract.kyc.review,
      video: contract.submissions.reject,
      track: contract.tracks.review,
    }
    for (const reason of missing) {
      const body = { action: 'reject', status: 'rejected', [field]: reason }
      const answer = await ask(calls[kind], officer, { params: { id: item.id }, body })
      const told = reason === 7 && kind !== 'video' ? 'Enter text here.' : sentence
      expect([reason, answer]).toEqual([
        reason,
        { status: 400, body: { errors: { [field]: [told] }, code: 'invalid' } },
      ])
    }
    expect(await auditOf(item.id)).toEqual([])
    await expectToWait(item)
  })
})

describe('who may decide', () => {
  test.each(reviewKinds)('about a %s: officers and super admins, nobody else', async (kind) => {
    const item = await wait(kind)
    for (const other of [item.owner, await signInAs('dancer'), await signInAs('copyright_owner')])
      for (const action of ['approve', 'reject'] as const)
        expect((await decide(other, item, action)).status).toBe(403)
    expect((await decide(null, item)).status).toBe(401)
    expect(await auditOf(item.id)).toEqual([])
    expect((await decide(await signInAs('super_admin'), item)).status).toBe(200)
  })

  test.each(reviewKinds)('about a %s: never its owner, even with another role since', async (kind) => {
    const item = await wait(kind)
    const [owner] = await rows<{ id: string; email: string }>(
      db(),
      `UPDATE app_user SET role = 'compliance_officer' WHERE id = coalesce(
         (SELECT dancer_id FROM video WHERE id = $1), (SELECT musician_id FROM track WHERE id = $1), $1)
       RETURNING id, email`,
      [item.id],
    )
    if (!owner) throw new Error('no owner')
    const promoted = await login({ email: owner.email, password, address: newAddress(), userAgent: 'test' })
    for (const action of ['approve', 'reject'] as const)
      expect(await decide(promoted, item, action)).toMatchObject({
        status: 403,
        body: { error: expect.stringContaining('You can’t decide on your own') },
      })
    expect(await claim(promoted, item)).toMatchObject({ status: 403 })
    expect(await auditOf(item.id)).toEqual([])
  })
})

describe('deciding twice', () => {
  test.each([
    ['kyc', 'This KYC has already been decided.'],
    ['track', 'This track has already been decided.'],
    ['video', 'This video has already been decided.'],
  ] as const)('a %s is 409, with the sentence in `error`', async (kind, error) => {
    const item = await wait(kind)
    expect((await decide(officer, item)).status).toBe(200)
    for (const action of ['approve', 'reject'] as const)
      expect(await decide(officer, item, action)).toEqual({
        status: 409,
        body: { error, code: 'already_decided' },
      })
  })
})
