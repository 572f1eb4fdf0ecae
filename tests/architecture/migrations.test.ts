// The release before runs beside the new migrations (docs/operations/deploy.md): what it reads and writes stays.
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const folder = path.join(root, 'prisma/migrations')
const release = readFileSync(path.join(root, 'deploy/release-before'), 'utf8').trim()

/** Migrations that may do so all the same, as `migration: words`, each with why the release before goes on. */
const exceptions: Readonly<Record<string, string>> = {}

const breaking =
  /\bDROP\s+(TABLE|COLUMN|TYPE|VIEW)\b|\bRENAME\b|\bSET\s+NOT\s+NULL\b|\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b|\bADD\s+COLUMN\b(?=[^,;]*\bNOT\s+NULL\b)(?![^,;]*\b(DEFAULT|GENERATED)\b)/gi

function breaksOf(sql: string): string[] {
  return [...sql.replaceAll(/--.*$/gm, '').matchAll(breaking)].map(([words]) => words.replaceAll(/\s+/g, ' '))
}

test('no migration since the release before takes away what that release uses', () => {
  const old = execFileSync('git', ['ls-tree', '--name-only', `${release}:prisma/migrations`], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n')
  const since = readdirSync(folder).filter((name) => !name.endsWith('.toml') && !old.includes(name))
  const found = since.flatMap((name) =>
    breaksOf(readFileSync(path.join(folder, name, 'migration.sql'), 'utf8')).map(
      (words) => `${name}: ${words}`,
    ),
  )
  expect(found.sort()).toEqual(Object.keys(exceptions).sort())
})

/** What the database retains for the release before alone, each with a word of that release that needs it. */
const retained: Readonly<Record<string, string>> = {
  'the function settle_plain_gifts': 'settle_plain_gifts',
  'the columns paid_receipt, paid_amount, paid_at, paid_phone and paid_checkout_request_id of callback_inbox, and their CHECK':
    'paid_checkout_request_id',
}

test('what only the release before uses is dropped once that release does not use it any more', () => {
  const unused = Object.keys(retained).filter((what) => !isUsedBefore(retained[what] ?? ''))
  expect(unused).toEqual([])
})

/** git ends with 1 if it finds nothing. */
function isUsedBefore(word: string): boolean {
  return spawnSync('git', ['grep', '--quiet', word, release, '--', 'lib'], { cwd: root }).status === 0
}

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
