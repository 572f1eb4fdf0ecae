import { afterAll, expect, test } from 'vitest'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { transaction } from '#lib/core/outbox.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

const recorded = (id: string) =>
  rows(
    db(),
    `SELECT actor_id, action, subject_type, before, after, address, at > now() - interval '1 minute' AS recent
     FROM audit_event WHERE subject_id = $1 ORDER BY id`,
    [id],
  )

test('what was done is on record with who did it, to what, and what changed', async () => {
  const [id, officer] = [newId(), newId()]
  await transaction(async (tx) => {
    await recordAudit(tx, {
      actor: { id: officer },
      action: 'kyc.approved',
      subject: { type: 'user', id },
      before: { kyc_status: 'under_review' },
      after: { kyc_status: 'approved' },
      address: '10.0.0.7',
    })
    await recordAudit(tx, { actor: null, action: 'challenge.opened', subject: { type: 'challenge', id } })
  })
  expect(await recorded(id)).toEqual([
    {
      actor_id: officer,
      action: 'kyc.approved',
      subject_type: 'user',
      before: { kyc_status: 'under_review' },
      after: { kyc_status: 'approved' },
      address: '10.0.0.7',
      recent: true,
    },
    {
      actor_id: null,
      action: 'challenge.opened',
      subject_type: 'challenge',
      before: null,
      after: null,
      address: '',
      recent: true,
    },
  ])
})

test('what was taken back is not on record', async () => {
  const id = newId()
  const failing = transaction(async (tx) => {
    await recordAudit(tx, { actor: null, action: 'video.approved', subject: { type: 'video', id } })
    throw new Error('of the test')
  })
  await expect(failing).rejects.toThrow('of the test')
  expect(await recorded(id)).toEqual([])
})

test('the product can neither change nor delete a record', async () => {
  for (const statement of ["UPDATE audit_event SET action = 'x.y'", 'DELETE FROM audit_event'])
    await expect(db().query(statement)).rejects.toThrow('permission denied')
})
