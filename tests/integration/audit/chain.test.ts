// docs/decisions/0021: whoever changes the audit, with whatever rights, is found out.
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addSeconds, now, setProcessClock } from '#lib/core/clock.ts'
import { closeDb, db, rows, runTransaction } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { transaction } from '#lib/core/outbox.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { readHead, sealAudit, verifyAuditChain } from '#lib/domain/audit/chain.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { checkAudit } from '#lib/domain/books/check.ts'

// The login of the tests is a superuser; the product's role is another.
const superuser = new pg.Client({ connectionString: env.DATABASE_URL })
await superuser.connect()

afterAll(async () => {
  await superuser.end()
  await Promise.all([closeDb(), closeRedis()])
})

const record = (action: `${string}.${string}` = 'track.approved') =>
  transaction((tx) =>
    recordAudit(tx, {
      actor: { id: newId() },
      action,
      subject: { type: 'track', id: newId() },
      before: { status: 'pending', note: '"quoted", ünïcode, =1+1' },
      after: { status: 'approved', big: 9_007_199_254_740_991 },
      address: '10.0.0.7',
    }),
  )
const positions = async () =>
  (await rows<{ position: number }>(db(), 'SELECT position FROM audit_seal ORDER BY position')).map(
    (row) => row.position,
  )

/** With every law of the database switched off, as only its owner can. */
async function tamper(sql: string): Promise<void> {
  await superuser.query(
    `SET session_replication_role = replica; ${sql}; SET session_replication_role = DEFAULT`,
  )
}

beforeEach(async () => {
  await tamper('TRUNCATE audit_seal, audit_unsealed, audit_event')
  for (let one = 0; one < 5; one++) await record()
})

describe('the chain', () => {
  test('takes every row once, in one order, however many seal at once', async () => {
    const sealed = await Promise.all([sealAudit(), sealAudit(), sealAudit()])
    expect(sealed.reduce((sum, count) => sum + count, 0)).toBe(5)
    expect(await positions()).toEqual([1, 2, 3, 4, 5])
    await record()
    expect(await sealAudit()).toBe(1)
    expect(await sealAudit()).toBe(0)
    expect(await verifyAuditChain()).toEqual({
      ok: true,
      rows: 6,
      head: await readHead(),
      unsealed: 0,
      problem: null,
    })
  })

  test('takes a row that was begun earlier and committed later', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: go, resolve: let_go } = Promise.withResolvers<void>()
    const slow = transaction(async (tx) => {
      await recordAudit(tx, { actor: null, action: 'slow.one', subject: { type: 'track', id: newId() } })
      begin()
      await go
    })
    await begun
    await record('quick.one')
    expect(await sealAudit()).toBe(6)
    let_go()
    await slow
    expect(await sealAudit()).toBe(1)
    expect(await verifyAuditChain()).toMatchObject({ ok: true, rows: 7 })
  })

  test('a recording never waits for a sealing', async () => {
    await runTransaction(async (client) => {
      await client.query('SELECT pg_advisory_xact_lock(46046)')
      await record()
    })
    expect(await sealAudit()).toBe(6)
  })
})

describe('found out is', () => {
  beforeEach(async () => {
    await checkAudit()
  })
  const third = '(SELECT event_id FROM audit_seal WHERE position = 3)'
  const problems: [string, string, string][] = [
    [
      'a changed value',
      `UPDATE audit_event SET after = '{"status": "rejected"}' WHERE id = ${third}`,
      'Row 3 was changed.',
    ],
    [
      'another name under it',
      `UPDATE audit_event SET actor_id = uuidv7() WHERE id = ${third}`,
      'Row 3 was changed.',
    ],
    [
      'another time',
      `UPDATE audit_event SET at = at + interval '1 ms' WHERE id = ${third}`,
      'Row 3 was changed.',
    ],
    ['a row taken out', `DELETE FROM audit_event WHERE id = ${third}`, 'Row 3 was removed.'],
    ['a row taken out with its seal', `DELETE FROM audit_seal WHERE position = 3`, 'Row 3 is missing.'],
    [
      'two rows in each other’s place',
      'UPDATE audit_seal SET position = CASE position WHEN 2 THEN -3 WHEN 3 THEN -2 ELSE position END; UPDATE audit_seal SET position = -position WHERE position < 0',
      'Row 2 was changed.',
    ],
    [
      'the newest rows cut off',
      'DELETE FROM audit_seal WHERE position > 3',
      'The chain ends at row 3, but 5 rows were recorded.',
    ],
    [
      'a seal of someone without the key',
      `UPDATE audit_seal SET hash = encode(sha256('guess'::bytea), 'hex') WHERE position = 5`,
      'Row 5 was changed.',
    ],
  ]
  test.each(problems)('%s', async (_what, sql, problem) => {
    await tamper('ALTER TABLE audit_seal DROP CONSTRAINT audit_seal_is_a_hash')
    await tamper(sql)
    expect(await verifyAuditChain()).toMatchObject({ ok: false, problem })
    // A check that fails does not note the wrong end.
    await checkAudit()
    expect(await verifyAuditChain()).toMatchObject({ ok: false, problem })
    await superuser.query(
      `TRUNCATE audit_unsealed; ALTER TABLE audit_seal DISABLE TRIGGER USER; DELETE FROM audit_seal; ALTER TABLE audit_seal ENABLE TRIGGER USER;
       ALTER TABLE audit_seal ADD CONSTRAINT audit_seal_is_a_hash CHECK (position > 0 AND hash ~ '^[0-9a-f]{64}$')`,
    )
  })

  test('a row that was kept from being sealed', async () => {
    await record()
    await tamper('DELETE FROM audit_unsealed')
    const later = addSeconds(now(), 600)
    const back = setProcessClock(() => later)
    expect(await verifyAuditChain()).toMatchObject({
      ok: false,
      unsealed: 1,
      problem: '1 rows are not sealed.',
    })
    back()
  })
})

test('nobody changes a record or a seal by an ordinary statement, not even the owner', async () => {
  await sealAudit()
  for (const statement of [
    "UPDATE audit_event SET action = 'x.y'",
    'DELETE FROM audit_event',
    "UPDATE audit_seal SET hash = repeat('0', 64)",
    'DELETE FROM audit_seal',
  ]) {
    await expect(db().query(statement)).rejects.toThrow('permission denied')
    await expect(superuser.query(statement)).rejects.toThrow('the audit is append-only')
  }
})
