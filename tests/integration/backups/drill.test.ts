// The drill of docs/operations/restore.md, from another machine's point of view: a fresh clone, the store, the
// keys and an empty database. Nothing else of the environment is handed on: no Redis, no database of before.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { newId } from '#lib/core/ids.ts'
import { createSealing, sealing } from '#lib/core/sealing.ts'
import { deleteObject, putObject } from '#lib/core/storage.ts'
import { madeBackup, setUpBackups, storeTrackFiles } from '#tests/support/backups.ts'
import { urlOf } from '#tests/support/database.ts'
import { asOwner } from '#tests/support/owner.ts'
import { secretFor } from '#tests/support/production-environment.ts'

const { pay } = setUpBackups()

const root = path.resolve(import.meta.dirname, '../../..')
const mark = newId().slice(-12)
const databases = ['empty', 'again', 'refused'].map((name) => `drill_${name}_${mark}`)
const [empty = '', again = '', refused = ''] = databases
let clone: string

beforeAll(async () => {
  clone = mkdtempSync(path.join(os.tmpdir(), 'ngoma-drill-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const name of listed
    .split('\0')
    .filter((one) => /^(lib|messages|workers|prisma)\/|^package\.json$|^prisma\.config/.test(one))) {
    mkdirSync(path.dirname(path.join(clone, name)), { recursive: true })
    cpSync(path.join(root, name), path.join(clone, name))
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'))
  const generated = await run(['db:generate'])
  expect(generated).toMatchObject({ code: 0 })
  await asOwner((client) => client.query(`CREATE DATABASE ${empty}`))
})
afterAll(async () => {
  rmSync(clone, { recursive: true })
  for (const name of databases)
    await asOwner((client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
})

/** Runs a command of package.json in the clone, knowing the store, the keys and the server with the empty database. */
async function run(args: readonly string[], keys: Readonly<Record<string, string>> = {}) {
  const child = spawn('npm', ['run', '--silent', ...args], {
    cwd: clone,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH ?? '',
      HOME: clone,
      // The clone's files lie where no process has compiled them yet.
      NODE_COMPILE_CACHE: path.join(clone, 'compiled'),
      DATABASE_URL: urlOf(env.DATABASE_URL, empty),
      S3_ENDPOINT: env.S3_ENDPOINT,
      S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID,
      S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY,
      S3_MEDIA_BUCKET: env.S3_MEDIA_BUCKET,
      S3_PRIVATE_BUCKET: env.S3_PRIVATE_BUCKET,
      ...keys,
    },
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (output.out += chunk))
  child.stderr.on('data', (chunk) => (output.err += chunk))
  const [code] = await once(child, 'close')
  // Node says so in a clone without settings of its own.
  return { code, out: output.out, err: output.err.replace('.env not found. Continuing without it.\n', '') }
}

const restore = (args: readonly string[], keys = { BACKUP_KEY: env.BACKUP_KEY }) =>
  run(['db:restore', '--', ...args], keys)

/** What people would look at first: the books, the videos and who they are. */
const summary = `SELECT (SELECT sum(amount) FROM entry WHERE amount > 0)::text AS moved,
  (SELECT count(*) FROM journal)::text AS journals, (SELECT string_agg(title, '|') FROM video) AS titles,
  (SELECT string_agg(email, '|' ORDER BY email) FROM app_user) AS people`

const summaryOf = (database: string) => readRow(database, summary)

async function readRow(database: string, query: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: urlOf(env.DATABASE_URL, database) })
  await client.connect()
  const found = await client.query(query)
  await client.end()
  return found.rows[0]
}

const identity = '{"national_id":"12345678"}'

/** Hands in the form of somebody's identity, sealed under KYC_KEY. */
async function storeIdentity(): Promise<void> {
  const person = await firstRow<{ id: string }>(db(), 'SELECT id FROM app_user LIMIT 1')
  const sealed = sealing().seal(identity, person?.id ?? '')
  await rows(db(), 'INSERT INTO kyc_record (user_id, sealed) VALUES ($1, $2)', [person?.id, sealed])
}

/** The identity as the restored database has it, opened under a key. */
async function openIdentity(database: string, key: string): Promise<string> {
  const { user_id, sealed } = await readRow(database, 'SELECT user_id, sealed FROM kyc_record')
  if (typeof user_id !== 'string' || !Buffer.isBuffer(sealed)) throw new Error('There is no identity.')
  return createSealing([key]).open(sealed, user_id)
}

test('all comes back: from the list of the store to the last file, and what is gone is told', async () => {
  await storeTrackFiles()
  await storeIdentity()
  const id = await madeBackup()
  const before = await firstRow(db(), summary)
  // What happens after the backup is not in it.
  await pay(300n)
  await rows(db(), `UPDATE video SET title = 'Renamed since'`)

  const listed = await restore([])
  expect(listed).toMatchObject({ code: 0, err: '' })
  expect(listed.out).toMatch(new RegExp(`^${id} {2}\\S+Z, \\d+ tables, \\d+ rows$`, 'm'))

  const whole = await restore([id, empty])
  expect(whole).toMatchObject({ code: 0, err: '' })
  expect(whole.out).toContain(`put the database ${empty} into DATABASE_URL`)
  expect(whole.out).toContain('The object store has all 1 files that its rows name.')
  expect(await summaryOf(empty)).toEqual(before)
  // Identities open under KYC_KEY, which is kept apart from the key of the backups.
  expect(await openIdentity(empty, env.KYC_KEY)).toBe(identity)
  await expect(openIdentity(empty, secretFor('no key of ours'))).rejects.toThrow('KYC_FORMER_KEYS')

  const track = await firstRow<{ id: string; key: string; size: number }>(
    db(),
    'SELECT id, object_key AS key, file_size AS size FROM track',
  )
  const at = { bucket: 'media' as const, key: track?.key ?? '' }
  await deleteObject(at)
  // The key was replaced on the way: backups of before open with the one that is named as former.
  const replaced = { BACKUP_KEY: secretFor('a newer key'), BACKUP_FORMER_KEYS: env.BACKUP_KEY }
  const lacking = await restore([id, again], replaced)
  expect(lacking.code).toBe(2)
  expect(lacking.out).toContain(`put the database ${again} into DATABASE_URL`)
  expect(lacking.err).toContain(`media/${at.key} is missing (track ${track?.id})\n`)
  expect(lacking.err).toContain('1 of the 1 files that its rows name are not in the object store.')
  expect(await summaryOf(again)).toEqual(before)
  await asOwner((client) => client.query(`DROP DATABASE ${again} WITH (FORCE)`))
  const accepted = await restore([id, again, '--files-may-miss'])
  expect(accepted.code).toBe(0)
  expect(accepted.err).toContain(`media/${at.key} is missing`)
  await putObject(at, { body: new Uint8Array(track?.size ?? 0), contentType: 'audio/mpeg' })

  const over = await restore([id, empty])
  expect(over.code).toBe(1)
  expect(over.err).toContain(`The database ${empty} is not empty`)
  const keyless = await restore([id, refused], { BACKUP_KEY: secretFor('no key of ours') })
  expect(keyless.code).toBe(1)
  expect(keyless.err).toContain('can’t be opened')
  const strange = await restore([id, refused, 'more'])
  expect(strange.code).toBe(1)
})
