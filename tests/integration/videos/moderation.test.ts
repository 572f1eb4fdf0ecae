import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import type { Call } from '#lib/contract/call.ts'
import { UNDO_SECONDS } from '#lib/contract/review/constants.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { finishDueDecisions } from '#lib/domain/decisions/commands.ts'
import { readComplianceStats } from '#lib/domain/review/stats.ts'
import { addVideo, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { signInAs } from '#tests/support/people.ts'
import { loadRoute } from '#tests/support/route-files.ts'
import { newAddress, send } from '#tests/support/send.ts'

let video: StageVideo
let officer: SignedIn
let author: SignedIn
let reporters: SignedIn[]
beforeAll(async () => {
  video = await addVideo(await openMonth())
  officer = await signInAs('compliance_officer')
  author = await signInAs('dancer')
  reporters = [await signInAs('copyright_owner'), await signInAs('dancer')]
})
beforeEach(async () => {
  await db().query('DELETE FROM comment')
  await db().query('UPDATE video SET comment_count = 0')
})

type More = { as?: SignedIn; params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
async function call(one: Call, { as = officer, params = {}, query, body }: More = {}) {
  const route = await loadRoute(one)
  const sent = { method: one.method, params, query, body, access: as.access, address: newAddress() }
  const response = await send(route[one.method], sent)
  const text = await response.text()
  return { status: response.status, json: text ? JSON.parse(text) : null }
}

/** Puts a comment there. @returns its id */
async function comment(text: string, by = author): Promise<string> {
  const id = newId()
  await db().query('INSERT INTO comment (id, video_id, author_id, text) VALUES ($1, $2, $3, $4)', [
    id,
    video.id,
    by.user.id,
    text,
  ])
  await db().query('UPDATE video SET comment_count = comment_count + 1 WHERE id = $1', [video.id])
  return id
}
const report = (id: string, n = 0, reason = 'Rude') =>
  call(contract.comments.report, {
    as: reporters[n],
    params: { id: video.id, commentId: id },
    body: { reason },
  })
async function reported(text: string, by = author): Promise<string> {
  const id = await comment(text, by)
  expect((await report(id)).status).toBe(201)
  return id
}
const list = async (status = 'open', query = {}) =>
  (await call(contract.comments.reported, { query: { status, ...query } })).json
const keep = (id: string, as = officer, more = {}) =>
  call(contract.comments.keep, { as, params: { id }, body: more })
const remove = (id: string, as = officer, reason: unknown = 'Insults somebody.', more = {}) =>
  call(contract.comments.removeReported, { as, params: { id }, body: { reason, ...more } })
const commentsFor = async (as: SignedIn) =>
  (await call(contract.comments.list, { as, params: { id: video.id } })).json
const auditOf = (id: string) =>
  rows(
    db(),
    'SELECT actor_id, action, before, after, address FROM audit_event WHERE subject_id = $1 ORDER BY id',
    [id],
  )

test('the list has what people reported and nobody has decided, the longest waiting first', async () => {
  await comment('Nobody minds this')
  const first = await reported('One')
  const second = await reported('Two')
  await report(first, 1, 'Spam')
  expect(await list()).toMatchObject({
    count: 2,
    results: [
      {
        id: first,
        text: 'One',
        status: 'open',
        video: { id: video.id, title: 'A dance' },
        author: { id: author.user.id },
        reports: [
          { reporter: reporters[1]?.user.username, reason: 'Spam' },
          { reporter: reporters[0]?.user.username, reason: 'Rude' },
        ],
        decided_by: null,
        decided_at: null,
      },
      { id: second },
    ],
  })
  expect(await list('open', { page: '2', page_size: '1' })).toMatchObject({
    count: 2,
    next: null,
    results: [{ id: second }],
  })
})

describe('to keep a comment', () => {
  test('dismisses its reports, on record, and leaves it where it is', async () => {
    const id = await reported('Harsh but fair')
    expect((await keep(id)).status).toBe(200)
    expect((await list()).count).toBe(0)
    expect((await list('kept')).results).toMatchObject([
      { id, status: 'kept', decided_by: officer.user.username, reports: [{ reason: 'Rude' }] },
    ])
    expect((await commentsFor(author)).results).toMatchObject([{ id }])
    expect(await auditOf(id)).toMatchObject([
      { actor_id: officer.user.id, action: 'comment.kept', after: { reports_dismissed: 1 } },
    ])
    for (const again of [keep(id), remove(id)]) expect((await again).status).toBe(404)
  })

  test('holds until somebody else reports it', async () => {
    const id = await reported('Harsh but fair')
    await keep(id)
    expect((await report(id)).status).toBe(409)
    expect((await list()).count).toBe(0)
    await report(id, 1)
    expect((await list()).results).toMatchObject([{ id, reports: [{ reason: 'Rude' }] }])
  })
})

describe('to remove a comment', () => {
  test('takes it away for everybody, and tells its author why in its place', async () => {
    const id = await reported('You are a …')
    expect(await remove(id, officer, '')).toMatchObject({
      status: 400,
      json: { errors: { reason: ['This field is required.'] } },
    })
    expect((await remove(id)).status).toBe(200)
    expect(await commentsFor(author)).toMatchObject({
      count: 0,
      results: [],
      removed: [{ id, text: 'You are a …', reason: 'Insults somebody.' }],
    })
    expect(await commentsFor(reporters[0] ?? officer)).toMatchObject({ results: [], removed: [] })
    expect((await list('removed')).results).toMatchObject([
      {
        id,
        status: 'removed',
        decided_by: officer.user.username,
        removal_reason: 'Insults somebody.',
        reports: [{ reason: 'Rude' }],
      },
    ])
    expect(await auditOf(id)).toMatchObject([
      {
        actor_id: officer.user.id,
        action: 'comment.removed',
        // Without the text: this stays for good, and its author may close the account.
        before: { video_id: video.id, author_id: author.user.id },
        after: { reason: 'Insults somebody.' },
      },
    ])
    expect(JSON.stringify(await auditOf(id))).not.toContain('You are')
    for (const again of [keep(id), remove(id)]) expect((await again).status).toBe(404)
  })

  test('is not needed where its author was faster', async () => {
    const id = await reported('Sorry')
    const taken = await call(contract.comments.remove, {
      as: author,
      params: { id: video.id, commentId: id },
    })
    expect(taken.status).toBe(204)
    expect((await list()).count).toBe(0)
    expect((await remove(id)).status).toBe(404)
    expect((await commentsFor(author)).removed).toEqual([])
  })

  test('of two officers at once, one decides', async () => {
    const id = await reported('Rude')
    const other = await signInAs('super_admin')
    const answers = await Promise.all([remove(id), remove(id, other), keep(id), keep(id, other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
    expect(await auditOf(id)).toHaveLength(1)
  })
})

describe('a decision that can be undone', () => {
  const undoable = { undoable: true }
  const held = async () =>
    (await call(contract.compliance.heldDecisions, { as: officer })).json.decisions as { id: string }[]
  const undo = async () =>
    (
      await call(contract.compliance.undoDecisions, {
        as: officer,
        body: { ids: (await held()).map(({ id }) => id) },
      })
    ).json.results
  const over = () => finishDueDecisions(addSeconds(now(), UNDO_SECONDS))

  test('waits for nobody, and leaves the comment where it is until its time is over', async () => {
    const id = await reported('You are a …')
    const { comments_reported: before } = await readComplianceStats()
    expect((await remove(id, officer, 'Insults somebody.', undoable)).status).toBe(200)
    expect((await list()).count).toBe(0)
    expect((await readComplianceStats()).comments_reported).toBe(before - 1)
    const [{ author: writer }] = (await commentsFor(author)).results
    expect(await held()).toMatchObject([
      { subject_type: 'comment', subject_id: id, action: 'reject', owner: writer.display_name },
    ])
    for (const again of [keep(id, officer, undoable), remove(id)])
      expect(await again).toMatchObject({
        status: 409,
        json: { code: 'already_decided', error: 'This comment has already been decided.' },
      })
    expect(await undo()).toMatchObject([{ undone: true }])
    expect((await list()).results).toMatchObject([{ id, status: 'open' }])
    expect(await commentsFor(author)).toMatchObject({ results: [{ id }], removed: [] })

    await remove(id, officer, 'Insults somebody.', undoable)
    await over()
    expect((await commentsFor(author)).removed).toMatchObject([{ id, reason: 'Insults somebody.' }])
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      'decision.held',
      'decision.undone',
      'decision.held',
      'comment.removed',
    ])
  })

  test('keeps a comment with the reports that were read: a later one stays open', async () => {
    const id = await reported('Harsh but fair')
    await keep(id, officer, undoable)
    await db().query(`UPDATE held_decision SET decided_at = decided_at - interval '1 second'`)
    await db().query(`UPDATE comment_report SET created_at = created_at - interval '1 minute'`)
    await report(id, 1)
    await over()
    expect((await list()).results).toMatchObject([{ id, reports: [{ reason: 'Rude' }] }])
    expect((await auditOf(id)).at(-1)).toMatchObject({
      action: 'comment.kept',
      after: { reports_dismissed: 1 },
    })
  })

  test('lapses if its author has deleted the comment meanwhile', async () => {
    const id = await reported('Sorry')
    await remove(id, officer, 'Insults somebody.', undoable)
    await call(contract.comments.remove, { as: author, params: { id: video.id, commentId: id } })
    await over()
    expect((await commentsFor(author)).removed).toEqual([])
    expect((await auditOf(id)).at(-1)).toMatchObject({ action: 'decision.lapsed' })
  })

  test('is taken about several at once, and undone by one call', async () => {
    const ids = [await reported('One'), await reported('Two'), newId()]
    const several = (action: string, reason = '') =>
      call(contract.compliance.decideSeveral, {
        as: officer,
        body: { subject_type: 'comment', action, ids, reason },
      })
    expect(await several('reject')).toMatchObject({
      status: 400,
      json: { errors: { reason: ['This field is required.'] } },
    })
    expect((await several('reject', 'x'.repeat(501))).json).toMatchObject({
      errors: { reason: ['Use at most 500 characters.'] },
    })
    for (const [action, reason] of [
      ['keep', ''],
      ['reject', 'It is advertising.'],
    ] as const) {
      const { json } = await several(action, reason)
      expect(json.results).toMatchObject([
        { decided: true, decision_id: expect.any(String) },
        { decided: true, decision_id: expect.any(String) },
        { decided: false, decision_id: null, code: 'not_found' },
      ])
      expect(await undo()).toMatchObject([{ undone: true }, { undone: true }])
    }
    expect((await list()).count).toBe(2)
  })
})

test('nobody decides about a comment of their own', async () => {
  const id = await reported('Mine', officer)
  for (const decide of [keep, remove])
    expect(await decide(id, officer)).toMatchObject({ status: 403, json: { code: 'own_comment' } })
  expect((await keep(id, await signInAs('super_admin'))).status).toBe(200)
})

test('a comment that nobody reported, or that is not there, is not found', async () => {
  for (const id of [await comment('Fine'), newId()]) {
    expect((await keep(id)).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
  }
  expect((await call(contract.comments.reported, { query: { status: 'all' } })).json).toEqual({
    errors: { status: ['Choose open, kept or removed.'] },
    code: 'invalid',
  })
})

test('the desk is for officers alone', async () => {
  const { reported: calls, keep: kept, removeReported } = contract.comments
  for (const one of [calls, kept, removeReported]) {
    const body = one.method === 'POST' ? { reason: 'x' } : undefined
    expect(await call(one, { as: author, params: { id: newId() }, body })).toMatchObject({
      status: 403,
      json: { code: 'permission_denied' },
    })
  }
})
