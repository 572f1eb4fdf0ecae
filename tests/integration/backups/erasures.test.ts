// Somebody closes their account, and a backup of before is restored: they are erased again there, by a note that is in no backup.
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { restoreBackup } from '#lib/domain/backups/restore.ts'
import { sweepBackups } from '#lib/domain/backups/sweep.ts'
import { closeAccount } from '#lib/domain/profiles/delete-account.ts'
import { madeBackup, setUpBackups } from '#tests/support/backups.ts'
import { urlOf } from '#tests/support/database.ts'
import { asOwner } from '#tests/support/owner.ts'
import { createPerson } from '#tests/support/people.ts'
import { runCommand } from '#tests/support/run-command.ts'

setUpBackups()
const restored = `erasures_${newId().slice(-12)}`
afterAll(() => asOwner((client) => client.query(`DROP DATABASE IF EXISTS ${restored} WITH (FORCE)`)))

/** Runs the command in the restored database. */
const eraseAgain = () =>
  runCommand('erase-account', ['--after-restore', '--yes'], {
    env: { ...process.env, DATABASE_URL: urlOf(env.DATABASE_URL, restored) },
  })

async function emailsIn(database: string, ids: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: urlOf(env.DATABASE_URL, database) })
  await client.connect()
  const found = await client.query(
    'SELECT email FROM app_user WHERE id = ANY ($1) ORDER BY array_position($1, id)',
    [ids],
  )
  await client.end()
  return found.rows.map(({ email }) => email)
}

test('who has closed their account since the backup is erased again after its restore, and nobody else', async () => {
  const [leaver, stayer] = [await createPerson('dancer'), await createPerson('dancer')]
  const backupId = await madeBackup()
  await closeAccount({
    isTold: false,
    leaver: { id: leaver.id, role: 'dancer' },
    givenUp: undefined,
    record: { actor: null },
  })
  // Whoever came and went after the backup is not in it.
  const later = await createPerson('copyright_owner')
  await closeAccount({
    isTold: false,
    leaver: { id: later.id, role: 'copyright_owner' },
    givenUp: undefined,
    record: { actor: null },
  })
  // No worker runs here, so the job's note is lost: the sweep makes it.
  await sweepBackups()
  await restoreBackup(backupId, restored, () => {})
  const ids = [leaver.id, stayer.id, later.id]
  expect(await emailsIn(restored, ids)).toEqual([leaver.email, stayer.email])

  const { code, told } = await eraseAgain()
  expect([code, told.at(-1)]).toEqual([0, '1 of 1 were erased again.'])
  expect(told).toContain(`${leaver.id}  erased again`)
  expect(await emailsIn(restored, ids)).toEqual([`${leaver.id}@deleted.invalid`, stayer.email])
  expect(await eraseAgain()).toMatchObject({
    code: 0,
    told: [expect.stringContaining(restored), expect.stringContaining('nobody has an account here')],
  })
  expect(
    await rows(db(), 'SELECT 1 FROM app_user WHERE id = $1 AND deleted_at IS NULL', [stayer.id]),
  ).toHaveLength(1)
})
