// docs/api.md, Admin: GET, POST /admin/backups/, {id}/verify/.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import type { SignedIn } from '#lib/domain/accounts/schema.ts'
import { expectAnswer } from '#tests/support/expect-answer.ts'
import { signInAs } from '#tests/support/people.ts'
import { send } from '#tests/support/send.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'
import * as verify from '../../../app/api/admin/backups/[id]/verify/route.ts'
import * as backups from '../../../app/api/admin/backups/route.ts'

let admin: SignedIn
const ends: (() => Promise<unknown>)[] = [closeDb, closeRedis, closeQueues, async () => closeStorage()]
beforeAll(async () => {
  admin = await signInAs('super_admin')
})
beforeEach(async () => {
  await rows(db(), 'DELETE FROM backup')
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const order = (access = admin.access) => send(backups.POST, { method: 'POST', body: {}, access })
const check = (id: string, access = admin.access) =>
  send(verify.POST, { method: 'POST', params: { id }, body: {}, access })
const list = async () => (await send(backups.GET, { access: admin.access })).json()
const insert = (id: string, status: string) =>
  rows(
    db(),
    `INSERT INTO backup (id, status, made_at, size, rows, verified_at)
      VALUES ($1, $2::backup_status, now(), 10, 1, CASE WHEN $2 = 'verified' THEN now() END)`,
    [id, status],
  )

test('an ordered backup is listed at once, made and proven by the worker, and on record', async () => {
  const answer = await order()
  expect(answer.status).toBe(202)
  const ordered = await answer.json()
  expect(ordered).toMatchObject({
    status: 'making',
    size: null,
    verified_at: null,
    requested_by: admin.user.username,
  })
  expect(await list()).toEqual({ results: [ordered], last_proven_at: null, days_kept: 30 })
  await expectAnswer(await order(), 409, {
    error: 'A backup is already in progress.',
    code: 'backup_running',
  })
  ends.push(startConsumers())
  const proven = await until('the backup is proven', async () => {
    const { results } = await list()
    return results[0].status === 'verified' && results[0]
  })
  expect(proven).toMatchObject({
    id: ordered.id,
    created_at: ordered.created_at,
    verified_at: expect.any(String),
    make_seconds: expect.any(Number),
    verify_seconds: expect.any(Number),
    problem: '',
  })
  expect(proven.size).toBeGreaterThan(1_000)
  expect((await list()).last_proven_at).toBe(proven.verified_at)
  const again = await check(ordered.id)
  expect(again.status).toBe(202)
  expect(await again.json()).toMatchObject({ status: 'verifying' })
  await until('it is proven again', async () => (await list()).last_proven_at > proven.verified_at)
  const audited = await rows(
    db(),
    'SELECT actor_id, action FROM audit_event WHERE subject_id = $1 ORDER BY id',
    [ordered.id],
  )
  expect(audited).toEqual([
    { actor_id: admin.user.id, action: 'backup.requested' },
    { actor_id: admin.user.id, action: 'backup.check_requested' },
  ])
})

test('of many orders at the same time one counts', async () => {
  const answers = await Promise.all([order(), order(), order(), order()])
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409])
})

test('what is not there cannot be checked', async () => {
  const [failed, checking] = [newId(), newId()]
  await insert(failed, 'failed')
  await insert(checking, 'verifying')
  await expectAnswer(await check(failed), 409, {
    error: 'This backup doesn’t exist, so it can’t be verified.',
    code: 'backup_not_made',
  })
  await expectAnswer(await check(checking), 409, {
    error: 'This backup is already being verified.',
    code: 'backup_verifying',
  })
  expect((await check(newId())).status).toBe(404)
  expect((await check('nonsense')).status).toBe(404)
})

test('only super admins may look, order and check', async () => {
  const id = newId()
  await insert(id, 'made')
  for (const role of ['compliance_officer', 'dancer', 'copyright_owner'] as const) {
    const { access } = await signInAs(role)
    expect((await send(backups.GET, { access })).status).toBe(403)
    expect((await order(access)).status).toBe(403)
    expect((await check(id, access)).status).toBe(403)
  }
  expect((await send(backups.GET)).status).toBe(401)
})
