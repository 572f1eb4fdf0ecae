// Backups made by the worker to S3, restored and checked into a scratch database.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { addSeconds, now, withClock } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { ownDatabase, withOwner } from '#lib/core/owner-connection.ts'
import { queue } from '#lib/core/queue.ts'
import { listKeys, readObject } from '#lib/core/storage.ts'
import { orderNightlyBackup } from '#lib/domain/backups/commands.ts'
import { nightlyBackupJob } from '#lib/domain/backups/jobs.ts'
import { withBackupLockIfFree } from '#lib/domain/backups/lock.ts'
import { makeBackup } from '#lib/domain/backups/make.ts'
import { listStored, restoreBackup } from '#lib/domain/backups/restore.ts'
import { type Manifest, placeOf } from '#lib/domain/backups/schema.ts'
import { sweepBackups } from '#lib/domain/backups/sweep.ts'
import { troublesOf } from '#lib/domain/health/alerts.ts'
import { readHealth } from '#lib/domain/health/queries.ts'
import {
  madeBackup,
  orderBackup,
  readBackupRow,
  rewriteManifest,
  scratches,
  setUpBackups,
  verified,
} from '#tests/support/backups.ts'
import { bundle } from '#tests/support/bundle.ts'
import { asOwner, countWaiting, holdsUp } from '#tests/support/owner.ts'
import { shortLived } from '#tests/support/short-lived.ts'
import { until } from '#tests/support/until.ts'

const { pay } = setUpBackups()

/** A backup that counts as proven. Other tests make the check itself, which takes seconds. */
async function provenBackup(): Promise<string> {
  const id = await madeBackup()
  await rows(db(), `UPDATE backup SET status = 'verified', verified_at = now() WHERE id = $1`, [id])
  return id
}

describe('a backup', () => {
  test('is made of every table, restored, compared and proven', async () => {
    const id = await madeBackup()
    const made = await readBackupRow(id)
    expect(made).toMatchObject({ status: 'made', problem: '', verified_at: null })
    expect(Number(made?.rows)).toBeGreaterThan(20)
    expect(Number(made?.size)).toBeGreaterThan(1_000)
    expect(await verified(id)).toMatchObject({
      status: 'verified',
      problem: '',
      verified_at: expect.any(Date),
    })
    expect(await scratches()).toEqual([])
    await makeBackup(id)
    expect(await readBackupRow(id)).toMatchObject({ status: 'verified' })
  })

  test('shows one moment: what is paid while it is made is in it whole or not at all', async () => {
    let going = true
    const paying = (async () => {
      while (going) await pay(1n)
    })()
    const ids = [await madeBackup(), await madeBackup()]
    going = false
    await paying
    for (const id of ids) expect(await verified(id)).toMatchObject({ status: 'verified', problem: '' })
  })

  test('lies sealed in the store: not one name of it can be read there', async () => {
    const id = await madeBackup()
    for (const key of await listKeys(placeOf.folder(id))) {
      const bytes = Buffer.from(await readObject({ bucket: 'private', key }))
      expect([key, bytes.includes('copyright_owner'), bytes.includes('CREATE TABLE')]).toEqual([
        key,
        false,
        false,
      ])
    }
  })
})

describe('a worker that dies in the middle', () => {
  /** Starts a backup in another process, and kills it once it waits for a sequence: those are read after all tables. */
  async function killHalfWay(id: string): Promise<void> {
    await asOwner(async (client) => {
      await client.query('BEGIN')
      await client.query('ALTER SEQUENCE outbox_id_seq RENAME TO of_others')
      const { script, compiled } = await bundle('backup-maker')
      const maker = spawn(process.execPath, [...shortLived, script, id], {
        env: { ...process.env, NODE_COMPILE_CACHE: compiled },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await until('the backup waits for the sequence', async () => (await countWaiting(client)) > 0)
      maker.kill('SIGKILL')
      await once(maker, 'exit')
      await client.query('ROLLBACK')
    })
    await until('PostgreSQL has let go of its lock', () => withBackupLockIfFree(async () => undefined))
    expect(await readBackupRow(id)).toMatchObject({ status: 'making' })
    expect((await listKeys(placeOf.folder(id))).length).toBeGreaterThan(0)
  }

  test('leaves nothing that passes for a backup; the next one makes it', async () => {
    const id = await orderBackup()
    await killHalfWay(id)
    expect(await verified(id)).toMatchObject({ status: 'making', verified_at: null })
    await makeBackup(id)
    expect(await verified(id)).toMatchObject({ status: 'verified' })
  })

  test('is followed by a sweep that gives it up and deletes what there is', async () => {
    const id = await orderBackup()
    await killHalfWay(id)
    await withClock(() => addSeconds(new Date(), 3_600), sweepBackups)
    expect(await readBackupRow(id)).toMatchObject({
      status: 'failed',
      problem: 'It was abandoned because the worker stopped.',
    })
    expect(await listKeys(placeOf.folder(id))).toEqual([])
  })

  test('while it checks: the scratch database goes, and the check is not taken for done', async () => {
    const id = await madeBackup()
    await rows(db(), `UPDATE backup SET status = 'verifying' WHERE id = $1`, [id])
    await asOwner((client) => client.query(`CREATE DATABASE ${ownDatabase()}_scratch_left`))
    await sweepBackups()
    expect(await readBackupRow(id)).toMatchObject({ status: 'made', verified_at: null })
    expect(await verified(id)).toMatchObject({ status: 'verified' })
    expect(await scratches()).toEqual([])
  })
})

test('where the store cannot be written to, the backup is failed with the reason, and a retry makes it', async () => {
  const id = await orderBackup()
  await asOwner((client) => client.query('ALTER TABLE migration RENAME TO gone'))
  await expect(makeBackup(id)).rejects.toThrow()
  expect(await readBackupRow(id)).toMatchObject({
    status: 'failed',
    problem: expect.stringContaining('The backup failed'),
  })
  expect(await listKeys(placeOf.folder(id))).toEqual([])
  await asOwner((client) => client.query('ALTER TABLE gone RENAME TO migration'))
  await makeBackup(id)
  expect(await readBackupRow(id)).toMatchObject({ status: 'made', problem: '' })
})

describe('while another try may come, nobody is told that a backup has failed', () => {
  const isAlarming = async (minutesLater = 0) =>
    troublesOf(await withClock(() => addSeconds(new Date(), minutesLater * 60), readHealth), 0).has('backup')
  const breakDown = () => asOwner((client) => client.query('ALTER TABLE migration RENAME TO gone'))
  const mend = () => asOwner((client) => client.query('ALTER TABLE gone RENAME TO migration'))

  /** One that was proven: the one before is what counts meanwhile. */
  async function provenBefore(): Promise<string> {
    await rows(db(), 'DELETE FROM backup')
    const before = await provenBackup()
    expect(await isAlarming()).toBe(false)
    return before
  }

  test('one that a later try makes counts as every other', async () => {
    await provenBefore()
    const id = await orderBackup()
    await breakDown()
    for (let n = 0; n < 3; n++) {
      await expect(makeBackup(id)).rejects.toThrow()
      expect(await readBackupRow(id)).toMatchObject({ status: 'failed' })
      expect(await isAlarming()).toBe(false)
      // As long as the longest wait between two tries.
      expect(await isAlarming(17)).toBe(false)
    }
    await mend()
    await makeBackup(id)
    expect(await readBackupRow(id)).toMatchObject({ status: 'made', problem: '', failed_at: null })
    expect(await isAlarming(30)).toBe(false)
  })

  test('after the last one everybody is', async () => {
    await provenBefore()
    const id = await orderBackup()
    await breakDown()
    await expect(makeBackup(id)).rejects.toThrow()
    await mend()
    expect(await isAlarming(21)).toBe(true)
  })

  test('the same for a check of one that was proven', async () => {
    const id = await provenBefore()
    let whole: Manifest | undefined
    await rewriteManifest(id, (contents) => {
      whole = contents
      return { ...contents, migrations: [{ name: 'none', script: 'SELECT 1 / 0' }] }
    })
    await expect(verified(id)).rejects.toThrow('division by zero')
    expect(await readBackupRow(id)).toMatchObject({
      status: 'verified',
      problem: expect.stringContaining('The verification failed'),
    })
    expect(await isAlarming(17)).toBe(false)
    expect(await isAlarming(21)).toBe(true)
    await rewriteManifest(id, (contents) => whole ?? contents)
    expect(await verified(id)).toMatchObject({ status: 'verified', problem: '', failed_at: null })
    expect(await isAlarming(21)).toBe(false)
  })
})

test('an order, a backup and its check are tried for half an hour', async () => {
  await rows(db(), 'DELETE FROM backup')
  await orderNightlyBackup()
  const [ordered] = await rows<{ id: string }>(db(), 'SELECT id FROM backup')
  await makeBackup(ordered?.id ?? '')
  const jobs = await queue('housekeeping').getJobs()
  const ofThis = jobs.filter(({ data }) => data.backupId === ordered?.id)
  expect(ofThis.map(({ name }) => name).sort()).toEqual(['make-backup', 'verify-backup'])
  for (const { opts } of ofThis) {
    expect(opts.backoff).toEqual({ type: 'exponential', delay: 1_000 })
    expect(2 ** ((opts.attempts ?? 1) - 1) - 1).toBeGreaterThan(30 * 60)
  }
  expect(nightlyBackupJob.attempts).toBe(ofThis[0]?.opts.attempts)
})

test('the night has one backup, however often it is ordered', async () => {
  await rows(db(), 'DELETE FROM backup')
  await Promise.all([orderNightlyBackup(), orderNightlyBackup(), orderNightlyBackup()])
  const ordered = await rows(db(), 'SELECT status::text, requested_by FROM backup')
  expect(ordered).toEqual([{ status: 'making', requested_by: null }])
})

test('what is older than the setting goes with its objects, but never the newest three that were proven', async () => {
  await rows(db(), 'DELETE FROM backup')
  const deletions = () => rows(db(), `SELECT 1 FROM audit_event WHERE action = 'backup.deleted'`)
  const { length: before } = await deletions()
  const ids: string[] = []
  for (let n = 0; n < 4; n++) {
    const id = await provenBackup()
    const at = addSeconds(now(), -86_400 * (40 - n))
    await rows(db(), 'UPDATE backup SET created_at = $2 WHERE id = $1', [id, at])
    ids.push(id)
  }
  await sweepBackups()
  const left = await rows<{ id: string }>(db(), 'SELECT id FROM backup ORDER BY created_at')
  expect(left.map(({ id }) => id)).toEqual(ids.slice(1))
  expect(await listKeys(placeOf.folder(ids[0] ?? ''))).toEqual([])
  expect(await deletions()).toHaveLength(before + 1)
})

describe('people restore a backup', () => {
  test('into a database of its own, from what the store alone knows', async () => {
    const id = await madeBackup()
    expect((await listStored()).map((one) => one.id)).toContain(id)
    await rows(db(), 'DELETE FROM backup WHERE id = $1', [id])
    const told: string[] = []
    const name = `${ownDatabase()}_back`
    await restoreBackup(id, name, (sentence) => told.push(sentence))
    const found = await withOwner(async (client) => {
      const titles = await client.query('SELECT title FROM video')
      const moved = await client.query(`INSERT INTO outbox (kind, target, payload) VALUES ('job', 'x', '{}')`)
      const itself = await client.query('SELECT status::text FROM backup WHERE id = $1', [id])
      await expect(client.query('DELETE FROM entry')).rejects.toThrow()
      return { title: titles.rows[0]?.title, moved: moved.rowCount, itself: itself.rows }
    }, name)
    expect(found).toEqual({ title: 'a\tb\\c\n"d"\r é 🕺', moved: 1, itself: [{ status: 'verified' }] })
    expect(told).toHaveLength(2)
    await expect(restoreBackup(id, name, () => undefined)).rejects.toThrow('is not empty')
    await asOwner((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
  })

  test('and no sweep deletes it meanwhile, however old it is', async () => {
    await rows(db(), 'DELETE FROM backup')
    const id = await madeBackup()
    await rows(db(), 'UPDATE backup SET created_at = $2 WHERE id = $1', [id, addSeconds(now(), -86_400 * 40)])
    const name = `${ownDatabase()}_slowly`
    await asOwner((client) => client.query(`CREATE DATABASE ${name}`))
    const restoring = await withOwner(async (client) => {
      // The first table that a restore makes waits for one of that name, which is not committed and never will be.
      await client.query('BEGIN; CREATE TABLE migration ()')
      const restored = restoreBackup(id, name, () => undefined)
      await until('the restore waits', () => holdsUp(client))
      await sweepBackups()
      expect(await readBackupRow(id)).toMatchObject({ status: 'made' })
      return { restored }
    }, name)
    expect(await restoring.restored).toMatchObject({ database: name })
    await sweepBackups()
    expect(await readBackupRow(id)).toBeUndefined()
    expect(await listKeys(placeOf.folder(id))).toEqual([])
    await asOwner((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
  })
})
