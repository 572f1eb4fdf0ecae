// Whoever runs the servers signs everybody out, as after a secret has leaked (docs/operations/keys.md, Replace a key).
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { contract } from '#lib/contract/all.ts'
import { db, rows } from '#lib/core/db.ts'
import { databaseName, env } from '#lib/core/env.ts'
import { connectRedis, redisKey } from '#lib/core/redis.ts'
import { sessionsEnded } from '#lib/domain/accounts/events.ts'
import { call, setUpAccounts } from '#tests/support/accounts.ts'
import { clockAheadBy } from '#tests/support/clock-ahead.ts'
import { createPerson, password, signInAs } from '#tests/support/people.ts'
import { ask } from '#tests/support/review.ts'
import { type RunOptions, runCommand } from '#tests/support/run-command.ts'
import { until } from '#tests/support/until.ts'

const { passTime } = setUpAccounts()

const run = (options?: RunOptions) => runCommand('end-sessions', [], options)
const database = `In the database ${databaseName()}:`
const audited = () =>
  rows(
    db(),
    `SELECT actor_id, subject_id, after FROM audit_event WHERE action = 'sessions.ended' ORDER BY id`,
  )

/** The sessions whose sockets were told that they have ended, message by message. */
const told: string[][] = []
const listening = connectRedis()
beforeAll(async () => {
  await listening.subscribe(redisKey(sessionsEnded.channel))
  listening.on('message', (_channel, message) =>
    told.push(sessionsEnded.schema.parse(JSON.parse(message)).session_ids),
  )
})
beforeEach(async () => {
  await rows(db(), 'DELETE FROM session')
  told.length = 0
})

test('npm run sessions:end signs everybody out on every device, once and on record', async () => {
  const people = [
    await signInAs('dancer'),
    await signInAs('compliance_officer'),
    await signInAs('super_admin'),
  ]
  const again = await call('login', { email: people[0]?.user.email, password })
  expect(again.status).toBe(200)
  const before = await audited()
  expect(await run()).toEqual({
    code: 0,
    told: [database, '4 sessions have ended: everybody signs in again.'],
  })
  for (const { refresh } of [...people, again.body])
    expect((await call('refresh', { refresh })).status).toBe(401)
  // A process may take an ended session for a live one for three seconds.
  passTime(4)
  for (const person of people) expect((await ask(contract.profiles.me, person)).status).toBe(401)
  await until('the sockets are notified', () => told.flat().length === 4)
  expect(await audited()).toEqual([
    ...before,
    { actor_id: null, subject_id: 'all', after: { by: 'command', sessions: 4 } },
  ])
  expect(await rows(db(), 'SELECT DISTINCT revoked_reason FROM session')).toEqual([
    { revoked_reason: 'ended_by_command' },
  ])

  expect(await run()).toEqual({ code: 0, told: [database, 'Nobody was signed in. Nothing was changed.'] })
  expect(await audited()).toHaveLength(before.length + 1)
  expect((await call('login', { email: people[0]?.user.email, password })).status).toBe(200)
})

test('also where thousands are signed in; what has ended by itself stays as it was', async () => {
  const { id } = await createPerson('dancer')
  await rows(
    db(),
    `INSERT INTO session (user_id, expires_at)
      SELECT $1::uuid, now() + (CASE WHEN n > 2500 THEN '-1 day' ELSE '1 day' END)::interval FROM generate_series(1, 2600) n`,
    [id],
  )
  expect(await run()).toMatchObject({
    code: 0,
    told: [database, '2500 sessions have ended: everybody signs in again.'],
  })
  await until('the sockets are notified', () => told.flat().length === 2_500)
  expect(told.map((some) => some.length)).toEqual([1_000, 1_000, 500])
  const left = await rows(
    db(),
    'SELECT count(*)::int AS count FROM session WHERE user_id = $1 AND revoked_at IS NULL',
    [id],
  )
  expect(left).toEqual([{ count: 100 }])
})

test('a machine whose clock is ahead ends what lives by PostgreSQL’s clock', async () => {
  const { id } = await createPerson('dancer')
  await rows(
    db(),
    `INSERT INTO session (user_id, expires_at) SELECT $1::uuid, now() + interval '1 day' FROM generate_series(1, 2)`,
    [id],
  )
  const twoDays = 2 * 86_400
  expect(await run({ node: ['--import', clockAheadBy(twoDays)] })).toMatchObject({
    code: 0,
    told: [database, '2 sessions have ended: everybody signs in again.'],
  })
  await until('the sockets are notified', () => told.flat().length === 2)
})

test('a command that can not ask PostgreSQL for its clock says so', async () => {
  const nowhere = new URL(env.DATABASE_URL)
  nowhere.port = '1'
  const { code, told } = await run({
    env: { ...process.env, DATABASE_URL: nowhere.href, LOG_LEVEL: 'warn' },
  })
  expect(code).not.toBe(0)
  expect(told.join('\n')).toContain('clocks not compared')
})
