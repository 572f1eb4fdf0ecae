// What officers have decided: by whom, when and why, with search, for all three kinds.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { signInAs } from '#tests/support/people.ts'
import { ask, claim, decide, reviewKinds, type Waiting, waitingSubject } from '#tests/support/review.ts'

let month: Month
let officer: SignedIn
let colleague: SignedIn
beforeAll(async () => {
  month = await openMonth()
  officer = await signInAs('compliance_officer')
  colleague = await signInAs('super_admin')
})
/** Each test has the lists to itself. */
beforeEach(async () => {
  await rows(db(), `UPDATE profile SET kyc_status = 'not_submitted'`)
  await rows(db(), `UPDATE track SET status = 'processing'`)
  await rows(db(), 'DELETE FROM video')
})
afterAll(async () => {
  closeStorage()
  await closeQueues()
  await Promise.all([closeDb(), closeRedis()])
})

const lists = {
  kyc: { call: contract.compliance.kycSubmissions, param: 'kyc_status' },
  track: { call: contract.tracks.pending, param: 'status' },
  video: { call: contract.videos.list, param: 'status' },
}
const reason = 'The picture is not sharp.'
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)

async function list(kind: Waiting['type'], status: string, query: Record<string, string> = {}) {
  const { call, param } = lists[kind]
  const answer = await ask(call, officer, {
    query: { [param]: status, ordering: '-reviewed_at', page_size: '10', ...query },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const idsOf = async (...asked: Parameters<typeof list>) => (await list(...asked)).results.map(({ id }) => id)

describe.each(reviewKinds)('decisions about a %s', (kind) => {
  test('are listed with who, when and why, the newest first, and found by who decided', async () => {
    const [first, second, waiting] = [
      await waitingSubject(kind, month),
      await waitingSubject(kind, month),
      await waitingSubject(kind, month),
    ]
    await decide(officer, first, 'reject')
    await decide(colleague, second)
    expect((await claim(officer, waiting)).status).toBe(200)

    const decided = await list(kind, 'decided')
    expect(decided).toMatchObject({ count: 2, next: null })
    expect(decided.results.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(await idsOf(kind, 'decided', { ordering: 'reviewed_at' })).toEqual([first.id, second.id])
    expect(await idsOf(kind, 'approved')).toEqual([second.id])
    expect(await idsOf(kind, 'rejected')).toEqual([first.id])

    const [rejected] = (await list(kind, 'rejected')).results
    const told = kind === 'track' ? { review_comments: reason } : { rejection_reason: reason }
    expect(rejected).toMatchObject({ reviewed_by: officer.user.username, reviewed_at: moment, ...told })
    const [approved] = (await list(kind, 'approved')).results
    expect(approved).toMatchObject({ reviewed_by: colleague.user.username, reviewed_at: moment })
    const [open] = (await list(kind, kind === 'video' ? 'pending_review' : 'pending', { ordering: '' }))
      .results
    expect(open).toMatchObject({ id: waiting.id, reviewed_by: null, reviewed_at: null })

    expect(await idsOf(kind, 'decided', { search: colleague.user.username })).toEqual([second.id])
    expect(await idsOf(kind, 'decided', { search: 'nobody at all' })).toEqual([])
    expect(await list(kind, 'decided', { page_size: '1', page: '2' })).toMatchObject({
      previous: expect.stringMatching(/ordering=-reviewed_at/),
      results: [{ id: first.id }],
    })
  })

  test('are for officers alone', async () => {
    await waitingSubject(kind, month)
    await decide(officer, await waitingSubject(kind, month), 'reject')
    await decide(officer, await waitingSubject(kind, month))
    const { call, param } = lists[kind]
    const dancer = await signInAs('dancer')
    const answer = await ask(call, dancer, { query: { [param]: 'decided', ordering: '-reviewed_at' } })
    if (kind !== 'video') return expect(answer.status).toBe(403)
    // What is approved is everybody's, as everybody has it.
    expect(answer.body.results).not.toHaveLength(0)
    for (const row of answer.body.results)
      expect(row).toMatchObject({ status: 'approved', reviewed_by: null })
    const usual = await ask(call, dancer, { query: { ordering: '-upload_date' } })
    expect(answer.body.results).toEqual(usual.body.results)
  })
})

test('a note between officers stands beside a KYC decision, which is no decision any more once it is handed in again', async () => {
  const person = await waitingSubject('kyc', month)
  const body = { action: 'reject', reason, internal_note: 'The third try with this ID.' }
  await ask(contract.kyc.review, officer, { params: { id: person.id }, body })
  expect((await list('kyc', 'rejected')).results[0]).toMatchObject({
    id: person.id,
    internal_note: 'The third try with this ID.',
  })
  await rows(
    db(),
    `UPDATE profile SET kyc_status = 'under_review', kyc_rejection_reason = '', kyc_submitted_at = now() WHERE user_id = $1`,
    [person.id],
  )
  expect(await idsOf('kyc', 'decided')).not.toContain(person.id)
  const again = (await list('kyc', 'pending')).results.find(({ id }) => id === person.id)
  expect(again).toMatchObject({ reviewed_by: null, reviewed_at: null, internal_note: '', rejections: 1 })
})

test('what a musician retired stays approved by whom it was', async () => {
  const track = await waitingSubject('track', month)
  await decide(officer, track)
  await ask(contract.tracks.retire, track.owner, { params: { id: track.id } })
  expect((await list('track', 'decided')).results[0]).toMatchObject({
    id: track.id,
    status: 'retired',
    reviewed_by: officer.user.username,
  })
})
