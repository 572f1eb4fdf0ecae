// Two officers never decide the same thing: whoever looks at it holds it, for five minutes at a time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { addSeconds, now, setProcessClock } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import type { ReviewSubject } from '#lib/domain/review/schema.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { signInAs } from '#tests/support/people.ts'
import {
  ask,
  auditOf,
  claim,
  dashboardQueries,
  decide,
  release,
  reviewKinds,
  waitingSubject,
} from '#tests/support/review.ts'
import { addTrack } from '#tests/support/tracks.ts'

let month: Month
let amina: SignedIn
let brian: SignedIn
beforeAll(async () => {
  month = await openMonth()
  amina = await signInAs('compliance_officer')
  brian = await signInAs('super_admin')
})
afterAll(async () => {
  closeStorage()
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
})

/** Runs with a clock that is that many seconds ahead. */
async function later<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const restore = setProcessClock(() => addSeconds(new Date(), seconds))
  try {
    return await work()
  } finally {
    restore()
  }
}

const heldBy = (officer: SignedIn) => expect.objectContaining({ id: officer.user.id })
const refusedTo = (holder: SignedIn, name = 'Amina Wanjiru Odhiambo') => ({
  status: 409,
  body: {
    error: `${name} is already reviewing this.`,
    code: 'claimed',
    claim: expect.objectContaining({ holder: heldBy(holder) }),
  },
})

/** The claim that the desk's own list shows of it. */
async function listed({ type, id }: ReviewSubject) {
  const { call, query } = dashboardQueries[type]
  const { body } = await ask(call, brian, { query: { ...query, page_size: '100' } })
  return body.results.find((row) => row.id === id)?.claim
}

describe.each(reviewKinds)('a %s', (kind) => {
  const fresh = () => waitingSubject(kind, month)

  test('of two officers at once exactly one has it, and the other learns who', async () => {
    const subject = await fresh()
    const officers = [amina, brian, await signInAs('compliance_officer'), await signInAs('super_admin')]
    const answers = await Promise.all(officers.map((officer) => claim(officer, subject)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const winner = officers[answers.findIndex(({ status }) => status === 200)] ?? amina
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(answer).toEqual(refusedTo(winner))
    expect(await listed(subject)).toMatchObject({ holder: { id: winner.user.id } })
  })

  test('is held for five minutes by the clock, and longer where it is said again', async () => {
    const subject = await fresh()
    const taken = (await claim(amina, subject)).body
    const held = Date.parse(String(taken.expires_at)) - Date.parse(String(taken.claimed_at))
    expect(held).toBe(300_000)
    await later(240, async () => {
      expect(await claim(brian, subject)).toEqual(refusedTo(amina))
      const renewed = await claim(amina, subject)
      expect(renewed.body).toMatchObject({ claimed_at: taken.claimed_at, holder: { id: amina.user.id } })
      expect(Date.parse(String(renewed.body.expires_at))).toBeGreaterThanOrEqual(now().getTime() + 299_000)
    })
    await later(500, async () => expect(await claim(brian, subject)).toEqual(refusedTo(amina)))
    await later(560, async () => {
      expect(await listed(subject)).toBeNull()
      expect(await claim(brian, subject)).toMatchObject({ status: 200, body: { holder: heldBy(brian) } })
      expect(await claim(amina, subject)).toEqual(refusedTo(brian))
    })
  })

  test('is given back by its holder alone', async () => {
    const subject = await fresh()
    await claim(amina, subject)
    expect((await release(brian, subject)).status).toBe(204)
    expect(await claim(brian, subject)).toEqual(refusedTo(amina))
    for (const _ of ['first', 'again']) expect((await release(amina, subject)).status).toBe(204)
    expect((await claim(brian, subject)).status).toBe(200)
    const said = (await auditOf(subject.id)).filter(({ action }) => action.startsWith('claim.'))
    expect(said.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['claim.taken', amina.user.id],
      ['claim.released', amina.user.id],
      ['claim.taken', brian.user.id],
    ])
  })

  test.each(['approve', 'reject'] as const)(
    'is not decided by another (%s), and free afterwards',
    async (action) => {
      const subject = await fresh()
      await claim(amina, subject)
      expect(await decide(brian, subject, action)).toEqual(refusedTo(amina))
      expect((await auditOf(subject.id)).map((one) => one.action)).toEqual(['claim.taken'])
      expect((await decide(amina, subject, action)).status).toBe(200)
      const left = await rows(db(), 'SELECT 1 FROM review_claim WHERE subject_id = $1', [subject.id])
      expect(left).toEqual([])
      for (const officer of [amina, brian])
        expect(await claim(officer, subject)).toMatchObject({ status: 409, body: { code: 'not_waiting' } })
      expect(await decide(brian, subject, action)).toMatchObject({
        status: 409,
        body: { code: 'already_decided' },
      })
    },
  )

  test('is decided without a claim where nobody holds it, or the holder has gone', async () => {
    const [free, left] = [await fresh(), await fresh()]
    expect((await decide(amina, free)).status).toBe(200)
    await claim(amina, left)
    await later(301, async () => expect((await decide(brian, left)).status).toBe(200))
  })

  test('is claimed before it is decided, or decided before it is claimed, at the same moment', async () => {
    const subject = await fresh()
    const [taken, decided] = await Promise.all([claim(amina, subject), decide(brian, subject)])
    expect([taken.status, decided.status].sort()).toEqual([200, 409])
    const code = taken.status === 409 ? taken.body.code : decided.body.code
    expect(code).toBe(taken.status === 409 ? 'not_waiting' : 'claimed')
  })

  test('is nobody’s but officers’', async () => {
    const subject = await fresh()
    const others = [subject.owner, await signInAs('dancer'), await signInAs('copyright_owner')]
    const body = { subject_type: subject.type, subject_id: subject.id }
    const params = { subject_type: subject.type, subject_id: subject.id }
    for (const other of others) {
      expect((await ask(contract.compliance.takeClaim, other, { body })).status).toBe(403)
      expect((await ask(contract.compliance.releaseClaim, other, { params })).status).toBe(403)
    }
    expect((await claim(null, subject)).status).toBe(401)
    expect((await release(null, subject)).status).toBe(401)
    expect(await listed(subject)).toBeNull()
  })
})

test('what nobody else may decide is not claimed by oneself either', async () => {
  const own = await addTrack(amina.user.id)
  expect(await claim(amina, { type: 'track', id: own })).toEqual({
    status: 403,
    body: { error: 'You can’t decide on your own submission.', code: 'own_submission' },
  })
  expect(await claim(amina, { type: 'kyc', id: amina.user.id })).toMatchObject({ status: 403 })
  expect((await claim(brian, { type: 'track', id: own })).status).toBe(200)
})

test('what a deactivated officer looked at is free at once', async () => {
  const leaving = await signInAs('compliance_officer')
  const subject = await waitingSubject('track', month)
  await claim(leaving, subject)
  expect(await claim(amina, subject)).toEqual(refusedTo(leaving))
  const params = { id: leaving.user.id }
  expect((await ask(contract.admin.deactivateStaff, brian, { params })).status).toBe(200)
  expect((await claim(amina, subject)).status).toBe(200)
})

test('only what is there, and waits, is claimed', async () => {
  for (const type of reviewKinds)
    expect(await claim(amina, { type, id: newId() })).toMatchObject({ status: 404 })
  const draft = await signInAs('dancer')
  expect(await claim(amina, { type: 'kyc', id: draft.user.id })).toEqual({
    status: 409,
    body: { error: 'This no longer needs a decision.', code: 'not_waiting' },
  })
  const body = { subject_type: 'gift', subject_id: 'x' }
  expect(await ask(contract.compliance.takeClaim, amina, { body })).toEqual({
    status: 400,
    body: {
      errors: { subject_type: ['Choose kyc, track or video.'], subject_id: ['Must be a valid UUID.'] },
      code: 'invalid',
    },
  })
})

test('dancers and visitors are not told who looks at a video', async () => {
  const video = await waitingSubject('video', month)
  await claim(amina, video)
  const own = await ask(contract.videos.detail, video.owner, { params: { id: video.id } })
  expect(own.status).toBe(200)
  expect(own.body).not.toHaveProperty('claim')
  const seen = await ask(contract.videos.detail, brian, { params: { id: video.id } })
  expect(seen.body.claim).toMatchObject({ holder: { id: amina.user.id } })
  await decide(amina, video)
  const list = await ask(contract.videos.list, null, { query: { page_size: '100' } })
  for (const row of list.body.results) expect(row).not.toHaveProperty('claim')
})
