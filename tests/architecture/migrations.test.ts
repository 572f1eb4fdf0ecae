// The previous release runs beside the new migrations (docs/operations/deploy.md): what it reads and writes stays.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { releaseBefore } from '#tests/support/release-before-commit.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'prisma/migrations')
const release = releaseBefore()

/** Migrations that may do so all the same, as `migration: words`, each with the reason why the previous release runs on. */
const exceptions: Readonly<Record<string, string>> = {}

const breaking =
  /\bDROP\s+(TABLE|COLUMN|TYPE|VIEW)\b|\bRENAME\b|\bSET\s+NOT\s+NULL\b|\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b|\bADD\s+COLUMN\b(?=[^,;]*\bNOT\s+NULL\b)(?![^,;]*\b(DEFAULT|GENERATED)\b)/gi

function breaksOf(sql: string): string[] {
  return [...sql.replaceAll(/--.*$/gm, '').matchAll(breaking)].map(([words]) => words.replaceAll(/\s+/g, ' '))
}

function migrationsOf(commit: string): string[] {
  const list = ['ls-tree', '--name-only', `${commit}:prisma/migrations`]
  return execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\n')
}

test('from version 1.0.0 on there is a previous release', () => {
  expect(releaseBefore('0.9.0', '')).toBeUndefined()
  expect(releaseBefore('1.0.0', '5a2256af')).toBe('5a2256af')
  expect(() => releaseBefore('1.0.0', '')).toThrow('deploy/release-before must name the commit')
})

test('no migration since the previous release takes away what that release uses', () => {
  const all = readdirSync(folder).filter((name) => !name.endsWith('.toml'))
  const old = release === undefined ? all : migrationsOf(release)
  const since = all.filter((name) => !old.includes(name))
  const found = since.flatMap((name) =>
    breaksOf(readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')).map(
      (words) => `${name}: ${words}`,
    ),
  )
  expect(found.sort()).toEqual(Object.keys(exceptions).sort())
})

test('each migration is one transaction: where it fails it has changed nothing, and it is tried again', () => {
  const ends =
    /^\s*(COMMIT|ROLLBACK|START\s+TRANSACTION|BEGIN\s*(;|TRANSACTION|ISOLATION))|\bCONCURRENTLY\b/im
  const found = readdirSync(folder).filter((name) => {
    if (name.endsWith('.toml')) return false
    return ends.test(readFileSync(path.join(folder, name, 'migration.sql'), 'utf8').replaceAll(/--.*$/gm, ''))
  })
  expect(found).toEqual([])
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
