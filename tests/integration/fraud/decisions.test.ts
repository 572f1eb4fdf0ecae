import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import { UNDO_SECONDS } from '#lib/contract/review/constants.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { queue } from '#lib/core/queue.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { finishDueDecisions } from '#lib/domain/decisions/commands.ts'
import { findSignals } from '#lib/domain/fraud/find-signals.ts'
import { addPerson, type Month, openMonth } from '#tests/support/contest.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'
import {
  addGifts,
  addOpenVideo,
  addSharedBrowser,
  type GivenTo,
  unusedPhone,
} from '#tests/support/strange-gifts.ts'

let month: Month
let video: GivenTo
let officer: SignedIn
let admin: SignedIn
beforeAll(async () => {
  month = await openMonth()
  officer = await signInAs('compliance_officer')
  admin = await signInAs('super_admin')
})
beforeEach(async () => {
  video = await addOpenVideo(month)
})

type More = { as?: SignedIn | null; query?: Record<string, string>; body?: unknown }
async function call(one: Call, id = '', { as = officer, query, body }: More = {}) {
  const route = await loadRoute(one)
  const response = await send(route[one.method], {
    method: one.method,
    params: { id },
    query,
    body,
    access: as?.access,
    address: newAddress(),
  })
  return { status: response.status, json: await response.json() }
}
const list = async (query: Record<string, string> = {}) =>
  (await call(contract.fraud.signals, '', { query: { video: video.id, ...query } })).json
const dismiss = (id: string, as = officer, note: unknown = 'A stand at the show.', score?: unknown) =>
  call(contract.fraud.dismiss, id, { as, body: { note, score } })
const escalate = (id: string, as = officer) => call(contract.fraud.escalate, id, { as, body: {} })

const search = () => findSignals({ days: 1 })

describe('an officer', () => {
  async function found(): Promise<string> {
    await addSharedBrowser(video)
    await search()
    return (await list()).results[0].id
  }
  const auditOf = (id: string) =>
    rows(db(), 'SELECT actor_id, action, before, after FROM audit_event WHERE subject_id = $1 ORDER BY id', [
      id,
    ])

  test('dismisses a signal with a note, once, on record', async () => {
    const id = await found()
    expect(await dismiss(id, officer, ' ')).toMatchObject({
      status: 400,
      json: { errors: { note: ['This field is required.'] } },
    })
    expect(await dismiss(id)).toMatchObject({
      status: 200,
      json: { status: 'dismissed', note: 'A stand at the show.', decided_by: officer.user.username },
    })
    for (const again of [dismiss(id), escalate(id)])
      expect(await again).toMatchObject({ status: 409, json: { code: 'already_decided' } })
    expect((await list({ status: 'open' })).count).toBe(0)
    expect((await list({ status: 'dismissed' })).count).toBe(1)
    expect(await auditOf(id)).toMatchObject([
      {
        actor_id: officer.user.id,
        action: 'fraud_signal.dismissed',
        before: { status: 'open' },
        after: { status: 'dismissed', note: 'A stand at the show.' },
      },
    ])
  })

  test('finds it again only once it has grown a lot', async () => {
    await addSharedBrowser(video)
    await search()
    const { id } = (await list()).results[0]
    await dismiss(id)
    await addSharedBrowser(video, 1)
    await search()
    expect((await list()).results).toMatchObject([{ id, status: 'dismissed', gifts: 6 }])
    await addSharedBrowser(video, 3)
    await search()
    expect((await list()).results).toMatchObject([
      { id, status: 'open', gifts: 10, note: 'A stand at the show.' },
    ])
    expect((await auditOf(id)).at(-1)).toMatchObject({ actor_id: null, action: 'fraud_signal.reopened' })
  })

  test('does not dismiss what it has grown to since they looked', async () => {
    await addSharedBrowser(video)
    await search()
    const [shown] = (await list()).results
    const dismissShown = (score: unknown) => dismiss(shown.id, officer, 'A stand at the show.', score)
    expect(await dismissShown('much')).toMatchObject({
      status: 400,
      json: { errors: { score: ['Enter a whole number.'] } },
    })
    await addSharedBrowser(video, 3)
    await search()
    expect(await dismissShown(shown.score)).toMatchObject({
      status: 409,
      json: { code: 'signal_grown', error: 'This signal has grown since you opened it. Check it again.' },
    })
    const [grown] = (await list()).results
    expect(grown).toMatchObject({ id: shown.id, status: 'open', gifts: 9, decided_by: null })
    expect(await dismissShown(grown.score)).toMatchObject({ status: 200, json: { status: 'dismissed' } })
  })

  test('puts it before the super admins, who alone dismiss it then', async () => {
    const id = await found()
    expect(await escalate(id)).toMatchObject({ status: 200, json: { status: 'escalated' } })
    expect(await dismiss(id)).toMatchObject({ status: 403, json: { code: 'needs_super_admin' } })
    expect((await list({ status: 'escalated' })).count).toBe(1)
    expect(await dismiss(id, admin)).toMatchObject({ status: 200, json: { status: 'dismissed' } })
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'fraud_signal.escalated',
      'fraud_signal.dismissed',
    ])
  })

  test('puts it before all super admins by a mail and a count, until one of them has ended it', async () => {
    const id = await found()
    const counted = async () => (await call(contract.admin.waiting, '', { as: admin })).json.signals
    const before = await counted()
    const [first, second] = await Promise.all([escalate(id), escalate(id)])
    expect([first.status, second.status].sort()).toEqual([200, 409])
    expect(await counted()).toBe(before + 1)
    const mails = (await queue('mail').getJobs()).flatMap(({ data }) =>
      data.template === 'signal_escalated' && data.data.id === id ? [data] : [],
    )
    // This file has one super admin, and signals are escalated once.
    const { title } = (await list()).results[0].video
    expect(mails).toMatchObject([{ userId: admin.user.id, data: { id, video: title, note: '' } }])
    await dismiss(id, admin)
    expect(await counted()).toBe(before)
  })

  test('undoes a decision for ten seconds, in which nobody else decides and no super admin is mailed', async () => {
    const id = await found()
    const heldOf = async () =>
      (await call(contract.compliance.heldDecisions)).json.decisions as { id: string; subject_id: string }[]
    const finish = () => finishDueDecisions(addSeconds(now(), UNDO_SECONDS))
    const mailed = async () =>
      (await queue('mail').getJobs()).filter(
        ({ data }) => data.template === 'signal_escalated' && data.data.id === id,
      ).length
    const body = { note: 'Look at the phones.', undoable: true }
    expect(await call(contract.fraud.escalate, id, { body })).toMatchObject({
      status: 200,
      json: { status: 'open' },
    })
    expect((await list({ status: 'open' })).count).toBe(0)
    expect((await dismiss(id, admin)).json).toMatchObject({
      code: 'already_decided',
      error: 'This signal has already been decided.',
    })
    const [held] = (await heldOf()).filter((one) => one.subject_id === id)
    expect(held).toMatchObject({ subject_type: 'signal', action: 'reject' })
    const undone = await call(contract.compliance.undoDecisions, '', { body: { ids: [held?.id] } })
    expect(undone.json.results).toMatchObject([{ undone: true }])
    await finish()
    expect((await list({ status: 'open' })).count).toBe(1)
    expect(await mailed()).toBe(0)

    await call(contract.fraud.escalate, id, { body })
    await finish()
    expect((await list({ status: 'escalated' })).results).toMatchObject([
      { id, note: 'Look at the phones.', decided_by: officer.user.username },
    ])
    expect(await mailed()).toBe(1)
    // A super admin's dismissal of it is held, too, and off the list meanwhile.
    await call(contract.fraud.dismiss, id, { as: admin, body: { note: 'Refunded.', undoable: true } })
    expect((await list({ status: 'escalated' })).count).toBe(0)
    await finish()
    expect((await list({ status: 'dismissed' })).results).toMatchObject([{ id, note: 'Refunded.' }])
  })

  test('does not dismiss, ten seconds later, what it has grown to meanwhile', async () => {
    const id = await found()
    const [{ score }] = (await list()).results
    await call(contract.fraud.dismiss, id, { body: { note: 'A stand.', score, undoable: true } })
    await addSharedBrowser(video, 3)
    await search()
    await finishDueDecisions(addSeconds(now(), UNDO_SECONDS))
    expect((await list({ status: 'open' })).results).toMatchObject([{ id, decided_by: null }])
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'decision.lapsed',
      after: { why: 'This signal has grown since you opened it. Check it again.' },
    })
  })

  test('escalates several at once, and dismisses none unseen', async () => {
    const id = await found()
    const several = (action: string) =>
      call(contract.compliance.decideSeveral, '', { body: { subject_type: 'signal', action, ids: [id] } })
    expect((await several('approve')).json).toMatchObject({
      errors: { action: ['Decide these one at a time.'] },
    })
    expect((await several('reject')).json.results).toMatchObject([{ id, decided: true }])
    await finishDueDecisions(addSeconds(now(), UNDO_SECONDS))
    expect((await list({ status: 'escalated' })).count).toBe(1)
  })

  test('does not decide about their own video or song', async () => {
    const id = await found()
    await db().query('UPDATE video SET dancer_id = $2 WHERE id = $1', [video.id, officer.user.id])
    expect(await dismiss(id)).toMatchObject({ status: 403, json: { code: 'own_submission' } })
    await db().query('UPDATE video SET dancer_id = $2 WHERE id = $1', [video.id, await addPerson('dancer')])
    expect(await dismiss(id)).toMatchObject({ status: 200 })
  })

  test('of two at once, one decides', async () => {
    const id = await found()
    const answers = await Promise.all([dismiss(id), dismiss(id, admin)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await auditOf(id)).toHaveLength(1)
  })

  test('reads signals in pages, the highest scores first', async () => {
    await addSharedBrowser(video)
    const fan = unusedPhone()
    await addGifts(video, 12, () => ({ phone: fan }))
    await search()
    expect((await list()).results.map(({ kind }: { kind: string }) => kind)).toEqual(['device', 'phone'])
    expect(await list({ page: '2', page_size: '1' })).toMatchObject({
      count: 2,
      next: null,
      previous: expect.stringContaining(`video=${video.id}`),
      results: [{ kind: 'phone' }],
    })
    expect((await call(contract.fraud.signals, '', { query: { status: 'nonsense' } })).json).toEqual({
      errors: { status: ['Choose a status of signals.'] },
      code: 'invalid',
    })
    expect((await call(contract.fraud.detail, newId())).status).toBe(404)
  })
})
