// The previous release runs beside the new migrations (docs/operations/deploy.md): what it reads and writes stays.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readMigrations, withFiles } from '#prisma/migrations.ts'
import { releaseBefore } from '#tests/support/release-before-commit.ts'

const root = path.resolve(import.meta.dirname, '../..')
const migrations = readMigrations()
const release = releaseBefore()

/** Migrations that may do so all the same, as `migration: words`, each with the reason why the previous release runs on. */
const exceptions: Readonly<Record<string, string>> = {}

const breaking =
  /\bDROP\s+(TABLE|COLUMN|TYPE|VIEW)\b|\bRENAME\b|\bSET\s+NOT\s+NULL\b|\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b|\bADD\s+COLUMN\b(?=[^,;]*\bNOT\s+NULL\b)(?![^,;]*\b(DEFAULT|GENERATED)\b)/gi

function breaksOf(sql: string): string[] {
  return [...sql.replaceAll(/--.*$/gm, '').matchAll(breaking)].map(([words]) => words.replaceAll(/\s+/g, ' '))
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const fileOf = (commit: string, file: string) => git('show', `${commit}:${file}`)

/** The previous release's migrations by their names, with the files that they include. */
function migrationsOf(commit: string): ReadonlyMap<string, string> {
  const read = (file: string) => fileOf(commit, path.join('prisma/migrations', file))
  const files = git('ls-tree', '--name-only', `${commit}:prisma/migrations`).trim().split('\n')
  return new Map(files.map((file) => [path.basename(file, '.sql'), withFiles(read(file), read)]))
}
const old = migrationsOf(release)

test('the previous release is the commit that set its version', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(fileOf(release, 'package.json')))
  expect(version).toBe(readFileSync(path.join(root, 'deploy/release-before'), 'utf8').trim())
  expect(() => releaseBefore('0.0.7')).toThrow('No commit sets version 0.0.7')
})

test('no migration since the previous release takes away what that release uses', () => {
  const since = migrations.filter(({ name }) => !old.has(name))
  const found = since.flatMap(({ name, script }) => breaksOf(script).map((words) => `${name}: ${words}`))
  expect(found.sort()).toEqual(Object.keys(exceptions).sort())
})

test('the migrations of the previous release are as they ran: npm run db:migration freezes the files that they include', () => {
  const changed = [...old].filter(
    ([name, script]) => migrations.find((one) => one.name === name)?.script !== script,
  )
  expect(changed.map(([name]) => name)).toEqual([])
})

test('each file that a migration includes is there', () => {
  expect(migrations.filter(({ script }) => script.includes('\\ir ')).map(({ name }) => name)).toEqual([])
})

test('each migration is one transaction: where it fails it has changed nothing, and it is tried again', () => {
  const ends =
    /^\s*(COMMIT|ROLLBACK|START\s+TRANSACTION|BEGIN\s*(;|TRANSACTION|ISOLATION))|\bCONCURRENTLY\b/im
  const found = migrations.filter(({ script }) => ends.test(script.replaceAll(/--.*$/gm, '')))
  expect(found.map(({ name }) => name)).toEqual([])
})

test.each([
  'DROP TABLE a',
  'ALTER TABLE a DROP COLUMN b',
  'ALTER TABLE a RENAME b TO c',
  'ALTER TABLE a ALTER COLUMN b SET NOT NULL',
  'ALTER TABLE a ALTER COLUMN "b" SET DATA TYPE BIGINT',
  'ALTER TABLE a ADD COLUMN b TEXT NOT NULL;',
])('%s is found', (sql) => expect(breaksOf(sql)).toHaveLength(1))

test.each(['-- DROP TABLE a', `ALTER TABLE a ADD COLUMN b TEXT NOT NULL DEFAULT ''`, 'DROP INDEX a'])(
  '%s is not',
  (sql) => expect(breaksOf(sql)).toEqual([]),
)
