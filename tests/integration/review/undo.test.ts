// Decisions that may be undone: nobody is told for ten seconds, nobody else decides meanwhile, and then it happens once,
// whoever dies.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { UNDO_SECONDS } from '#lib/contract/review/constants.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { closeDb, db, firstRow, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { transaction } from '#lib/core/outbox.ts'
import { closeQueues, queue } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { finishDecision, finishDueDecisions } from '#lib/domain/decisions/commands.ts'
import type { ReviewSubject } from '#lib/domain/review/schema.ts'
import { readComplianceStats } from '#lib/domain/review/stats.ts'
import { closeWhenSettled } from '#lib/domain/royalties/close-due-months.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { newForm } from '#tests/support/kyc.ts'
import { toldTo } from '#tests/support/notifications.ts'
import { asOwner, holdsUp } from '#tests/support/owner.ts'
import { signInAs } from '#tests/support/people.ts'
import {
  ask,
  auditOf,
  claim,
  dashboardQueries,
  decide,
  handInKyc,
  reviewKinds,
  type Waiting,
  waitingSubject,
} from '#tests/support/review.ts'
import { addTrack } from '#tests/support/tracks.ts'
import { until } from '#tests/support/until.ts'

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

type Held = { id: string; subject_id: string; seconds_left: number; title: string | null }

const heldOf = async (officer: SignedIn) =>
  (await ask(contract.compliance.heldDecisions, officer)).body.decisions as unknown as Held[]
const idOf = async (officer: SignedIn, { id }: Waiting) =>
  (await heldOf(officer)).find((one) => one.subject_id === id)?.id ?? ''
const undo = (officer: SignedIn, id: string) =>
  ask(contract.compliance.undoDecisions, officer, { body: { ids: [id] } })
const over = () => addSeconds(now(), UNDO_SECONDS)

/** What somebody was told about decisions. */
const noticesTo = async (userId: string) => (await toldTo(userId)).map(({ template }) => template)

/** What whose it is was told. */
async function noticesAbout({ type, id }: ReviewSubject): Promise<string[]> {
  if (type === 'kyc') return noticesTo(id)
  const column = type === 'track' ? 'musician_id' : 'dancer_id'
  const row = await firstRow<{ owner: string }>(
    db(),
    `SELECT ${column} AS owner FROM ${type} WHERE id = $1`,
    [id],
  )
  return noticesTo(row?.owner ?? '')
}

async function isListed({ type, id }: Waiting): Promise<boolean> {
  const { call, query } = dashboardQueries[type]
  const { body } = await ask(call, brian, { query: { ...query, page_size: '100' } })
  const isThere = body.results.some((row) => row.id === id)
  expect(Number(body.count)).toBe(body.results.length)
  return isThere
}

const stateOf = ({ type, id }: Waiting) =>
  firstRow<{ status: string }>(
    db(),
    type === 'kyc'
      ? 'SELECT kyc_status AS status FROM profile WHERE user_id = $1'
      : `SELECT status FROM ${type} WHERE id = $1`,
    [id],
  ).then((row) => row?.status)

const actionsOn = async ({ id }: Waiting) => (await auditOf(id)).map(({ action }) => action)

describe.each(reviewKinds)('a decision about a %s', (kind) => {
  const fresh = () => waitingSubject(kind, month)
  const waitingCount = async () => {
    const { pending, tracks_pending, videos_pending } = await readComplianceStats()
    return { kyc: pending, track: tracks_pending, video: videos_pending }[kind]
  }
  const waiting = kind === 'kyc' ? 'under_review' : kind === 'track' ? 'pending' : 'pending_review'

  test('tells nobody and decides nothing while it is held, and once it is undone nothing has happened', async () => {
    const item = await fresh()
    const before = await waitingCount()
    await claim(amina, item)
    expect(await decide(amina, item, 'reject', { undoable: true })).toMatchObject({ status: 200 })
    expect(await stateOf(item)).toBe(waiting)
    expect(await isListed(item)).toBe(false)
    expect(await waitingCount()).toBe(before - 1)
    // Nobody else decides, looks at it or undoes it.
    expect(await claim(brian, item)).toMatchObject({ status: 409, body: { code: 'not_waiting' } })
    for (const undoable of [true, false])
      expect(await decide(brian, item, 'approve', { undoable })).toEqual({
        status: 409,
        body: {
          error: `This ${kind === 'kyc' ? 'KYC' : kind} has already been decided.`,
          code: 'already_decided',
        },
      })
    expect(await heldOf(brian)).toEqual([])
    const [told] = (await heldOf(amina)).filter(({ subject_id }) => subject_id === item.id)
    expect(told?.title).toEqual(kind === 'kyc' ? null : expect.stringMatching(/\w/))
    const id = await idOf(amina, item)
    expect((await undo(brian, id)).body.results).toEqual([{ id, undone: false }])

    expect((await undo(amina, id)).body.results).toEqual([{ id, undone: true }])
    expect((await undo(amina, id)).body.results).toEqual([{ id, undone: false }])
    await finishDecision(id)
    await finishDueDecisions(over())
    expect(await stateOf(item)).toBe(waiting)
    expect(await isListed(item)).toBe(true)
    expect(await noticesAbout(item)).toEqual([])
    expect(await actionsOn(item)).toEqual(['claim.taken', 'decision.held', 'decision.undone'])
    expect((await claim(brian, item)).status).toBe(200)
  })

  test('happens once when its time is over, with the time at which it was taken', async () => {
    const item = await fresh()
    await decide(amina, item, 'approve', { undoable: true })
    const id = await idOf(amina, item)
    const [{ decided_at: at } = {}] = await rows<{ decided_at: Date }>(
      db(),
      'SELECT decided_at FROM held_decision WHERE id = $1',
      [id],
    )
    // Its job waits in the queue for just that long.
    const [job] = (await queue('housekeeping').getJobs(['delayed'])).filter(
      ({ data }) => data.decisionId === id,
    )
    expect(job?.opts.delay).toBeGreaterThan(0)
    expect(await finishDueDecisions(addSeconds(at ?? now(), UNDO_SECONDS - 1))).toBe(0)
    // Two workers and a late undo at the same moment.
    const [undone] = await Promise.all([undo(amina, newId()), finishDecision(id), finishDecision(id)])
    expect(undone.body.results).toMatchObject([{ undone: false }])
    await finishDueDecisions(over())
    expect(await stateOf(item)).toBe('approved')
    expect(await noticesAbout(item)).toHaveLength(1)
    expect((await auditOf(item.id)).slice(1)).toMatchObject([
      { action: `${kind}.approved`, actor_id: amina.user.id },
    ])
    expect((await undo(amina, id)).body.results).toEqual([{ id, undone: false }])
    const [column, table, key] =
      kind === 'kyc' ? ['kyc_reviewed_at', 'profile', 'user_id'] : ['reviewed_at', kind, 'id']
    expect(await rows(db(), `SELECT ${column} AS at FROM ${table} WHERE ${key} = $1`, [item.id])).toEqual([
      { at },
    ])
  })
})

describe('a decision', () => {
  test('survives the worker that dies over it, and the queue that forgets it', async () => {
    const item = await waitingSubject('video', month)
    await decide(amina, item, 'reject', { undoable: true })
    const id = await idOf(amina, item)
    await queue('housekeeping').obliterate({ force: true })
    // Somebody has the row, so that the worker's connection is killed in the middle.
    const dying = await asOwner(async (owner) => {
      await owner.query('BEGIN')
      await owner.query('SELECT FROM video WHERE id = $1 FOR UPDATE', [item.id])
      const attempt = finishDecision(id).catch((error: Error) => error)
      await until('the worker waits for the row', () => holdsUp(owner))
      await owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))`,
      )
      const ended = await attempt
      await owner.query('ROLLBACK')
      return ended
    })
    expect(dying).toBeInstanceOf(Error)
    expect(await stateOf(item)).toBe('pending_review')
    await finishDueDecisions(over())
    expect(await stateOf(item)).toBe('rejected')
    expect(await noticesAbout(item)).toEqual(['video_rejected'])
    expect(await actionsOn(item)).toEqual(['decision.held', 'video.rejected'])
  })

  test('of two officers at once is one', async () => {
    const item = await waitingSubject('track', month)
    const answers = await Promise.all([
      decide(amina, item, 'approve', { undoable: true }),
      decide(brian, item, 'reject', { undoable: true }),
      decide(brian, item, 'reject'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await finishDueDecisions(over())
    expect(await noticesAbout(item)).toHaveLength(1)
  })

  test('that can not be carried out any more lapses, and the subject waits again or is gone', async () => {
    const form = newForm()
    const first = await handInKyc(form)
    const second = await handInKyc({ ...form, full_name: 'Another Name' })
    const gone = await waitingSubject('track', month)
    for (const item of [
      { type: 'kyc', id: first.user.id, owner: first } as const,
      { type: 'kyc', id: second.user.id, owner: second } as const,
      gone,
    ])
      expect((await decide(amina, item, 'approve', { undoable: true })).status).toBe(200)
    expect((await ask(contract.tracks.delete, gone.owner, { params: { id: gone.id } })).status).toBe(204)
    await finishDueDecisions(over())
    const states = await Promise.all(
      [first, second].map((owner) => stateOf({ type: 'kyc', id: owner.user.id, owner })),
    )
    expect(states).toEqual(['approved', 'under_review'])
    expect((await auditOf(second.user.id)).at(-1)).toMatchObject({
      action: 'decision.lapsed',
      after: { why: 'Another account is already approved with this national ID.' },
    })
    expect((await auditOf(gone.id)).at(-1)).toMatchObject({ action: 'decision.lapsed' })
    expect(await noticesTo(second.user.id)).toEqual([])
    expect(await heldOf(amina)).toEqual([])
  })

  test('about an identity takes effect for the submission that was opened alone', async () => {
    const [same, other] = await Promise.all([handInKyc(), handInKyc()])
    for (const { user } of [same, other]) {
      const params = { id: user.id }
      const { kyc_submitted_at } = (await ask(contract.compliance.kycSubmission, amina, { params })).body
      const body = { action: 'approve', kyc_submitted_at, undoable: true }
      expect((await ask(contract.kyc.review, amina, { params, body })).status).toBe(200)
    }
    // No call of the product does this while a decision is held.
    await db().query(
      `UPDATE profile SET kyc_submitted_at = kyc_submitted_at + interval '1 ms' WHERE user_id = $1`,
      [other.user.id],
    )
    await finishDueDecisions(over())
    const states = [same, other].map((owner) => stateOf({ type: 'kyc', id: owner.user.id, owner }))
    expect(await Promise.all(states)).toEqual(['approved', 'under_review'])
    expect((await auditOf(other.user.id)).at(-1)).toMatchObject({
      action: 'decision.lapsed',
      after: { why: 'The submission has changed since you opened it. Check it again.' },
    })
    expect(await noticesTo(other.user.id)).toEqual([])
  })

  test('about a video holds up the end of its month, and keeps which fields of an identity were compared', async () => {
    const item = await waitingSubject('video', month)
    await decide(amina, item, 'approve', { undoable: true })
    const close = () => transaction((tx) => closeWhenSettled(tx, month.id, now()))
    await expect(close()).rejects.toMatchObject({ code: 'decisions_open', status: 409 })
    await finishDueDecisions(over())

    const person = await handInKyc()
    const params = { id: person.user.id }
    const matched_fields = ['national_id', 'full_name']
    const body = { action: 'approve', matched_fields, internal_note: 'Seen.', undoable: true }
    expect((await ask(contract.kyc.review, amina, { params, body })).body).toEqual({
      kyc_status: 'under_review',
      message: 'You can undo this for 10 seconds.',
    })
    await finishDueDecisions(over())
    expect((await auditOf(person.user.id)).at(-1)).toMatchObject({
      action: 'kyc.approved',
      after: { kyc_status: 'approved', matched_fields },
    })
  })
})

describe('several at once', () => {
  const several = (body: object, by: SignedIn = amina) => ask(contract.compliance.decideSeveral, by, { body })

  test('are decided each by itself: what is refused keeps none of the others', async () => {
    const musician = await signInAs('copyright_owner')
    const [first, second, taken] = await Promise.all([1, 2, 3].map(() => addTrack(musician.user.id)))
    const unknown = await addTrack((await signInAs('copyright_owner')).user.id)
    const own = await addTrack(amina.user.id)
    for (const known of [musician, amina]) await addTrack(known.user.id, { status: 'approved' })
    await claim(brian, { type: 'track', id: String(taken) })
    const ids = [first, own, taken, newId(), unknown, second, first]
    const { body } = await several({ subject_type: 'track', action: 'approve', ids })
    const decided = { decided: true, decision_id: expect.any(String), code: '', error: '' }
    const refused = { decided: false, decision_id: null, error: expect.any(String) }
    expect(body.results).toEqual([
      { id: first, ...decided },
      { id: own, ...refused, code: 'own_track' },
      { id: taken, ...refused, code: 'claimed' },
      { id: ids[3], ...refused, code: 'not_found' },
      { id: unknown, ...refused, code: 'unknown_musician' },
      { id: second, ...decided },
    ])
    const held = (await heldOf(amina)).map(({ id }) => id)
    expect(held).toHaveLength(2)
    expect(
      (await ask(contract.compliance.undoDecisions, amina, { body: { ids: held } })).body.results,
    ).toEqual(held.map((id) => ({ id, undone: true })))
  })

  test('are no identities and no approvals of videos, and a rejection needs its reason', async () => {
    const ids = [newId()]
    expect((await several({ subject_type: 'kyc', action: 'approve', ids })).status).toBe(400)
    expect((await several({ subject_type: 'video', action: 'approve', ids })).body).toMatchObject({
      errors: { action: ['Decide these one at a time.'] },
    })
    expect((await several({ subject_type: 'video', action: 'reject', ids })).body).toMatchObject({
      errors: { reason: ['Reason is required to reject video.'] },
    })
    expect((await several({ subject_type: 'track', action: 'approve', ids: [] })).status).toBe(400)
    const dancer = await signInAs('dancer')
    expect((await several({ subject_type: 'track', action: 'approve', ids }, dancer)).status).toBe(403)
  })
})

test('who else has a phone is told by profile and by payout, however it is written', async () => {
  const [person, sameProfile, paidOut, other] = await Promise.all([
    handInKyc(),
    signInAs('copyright_owner'),
    signInAs('dancer'),
    signInAs('dancer'),
  ])
  const write = (who: SignedIn, phone: string) =>
    db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [who.user.id, phone])
  await write(person, '254700123987')
  await write(sameProfile, '0700 123 987')
  await write(other, '0700123986')
  await db().query(
    `INSERT INTO payout (id, reference, owner_id, account_id, amount, phone, description, approve_after, created_at)
      VALUES ($1, $2, $3, 1, 10000, '254700123987', '', now(), now())`,
    [newId(), newId(), paidOut.user.id],
  )
  const { body } = await ask(contract.compliance.kycSubmission, amina, { params: { id: person.user.id } })
  const others = body.same_phone as { id: string }[]
  expect(others.map(({ id }) => id).sort()).toEqual([sameProfile.user.id, paidOut.user.id].sort())
})
