import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { withFiles } from './migrations.ts'
import { sqlBetween } from './schema-diff.ts'

const root = path.join(import.meta.dirname, '..')
const folder = 'prisma/migrations'
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const list = (...args: string[]) =>
  git(...args)
    .split('\n')
    .filter((line) => line !== '')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const atHead = (file: string) => git('show', `HEAD:./${file}`)

/**
 * Writes a migration from HEAD to the work tree. Add CHECKs, partial indexes, rights and DROPs of functions
 * by hand. Earlier migrations get HEAD's text of changed files, so that they stay as they ran.
 * @param name what changes, in kebab or snake case
 * @returns the new file, or undefined without changes
 */
async function writeMigration(name: string): Promise<string | undefined> {
  const schema = await sqlBetween(
    list('ls-tree', '-r', '--name-only', 'HEAD', 'prisma/schema').map((file) => ({
      path: file,
      content: atHead(file),
    })),
    globSync('prisma/schema/*.prisma', { cwd: root }).map((file) => ({ path: file, content: read(file) })),
  )
  const isNew = list('ls-files', '--others', '--exclude-standard', 'prisma/sql')
  const isChanged = list('diff', '--name-only', '--relative', 'HEAD', '--', 'prisma/sql')
  const includes = [...isChanged, ...isNew].filter((file) => existsSync(path.join(root, file)))
  if (schema === '' && isChanged.length + isNew.length === 0) return undefined
  for (const migration of globSync(`${folder}/*.sql`, { cwd: root })) freeze(migration, isChanged)
  const stamp = new Date().toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)
  const file = `${folder}/${stamp}_${name.replaceAll(/[^a-z0-9]+/gi, '_').toLowerCase()}.sql`
  const lines = includes.sort().map((one) => `\\ir ${path.relative(folder, one)}\n`)
  writeFileSync(path.join(root, file), [schema, lines.join('')].filter((part) => part !== '').join('\n'))
  return file
}

function freeze(migration: string, changed: readonly string[]): void {
  const script = read(migration)
  const frozen = withFiles(script, (included) => {
    const file = path.join(folder, included)
    return changed.includes(file) ? atHead(file) : `\\ir ${included}\n`
  })
  if (frozen !== script) writeFileSync(path.join(root, migration), frozen)
}

if (import.meta.main) {
  const name = process.argv[2]
  if (name === undefined) {
    console.error('Say what changes: npm run db:migration -- add-payout-reason')
    process.exit(1)
  }
  const file = await writeMigration(name)
  console.log(file === undefined ? 'Neither schema nor SQL has changed since HEAD.' : `Wrote ${file}.`)
  if (file !== undefined && /\bDROP (COLUMN|TABLE)\b/.test(read(file)))
    console.warn(
      'It drops something: a renamed column reads as a dropped one and a new one, without its data (CONTRIBUTING.md, Rename a column).',
    )
}
