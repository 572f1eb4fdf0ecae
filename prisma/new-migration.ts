import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type DiffTarget, filters, withSchemaEngineAlone } from './schema-engine.ts'

const root = path.join(import.meta.dirname, '..')

/**
 * Writes the SQL that leads from the schema at HEAD to the one in the work tree. CHECKs, triggers, partial indexes and
 * functions are then added to it by hand.
 * @param name what changes, in kebab or snake case
 * @param now the migration's place in the order
 * @returns the new file, or undefined when the schema did not change
 */
async function writeMigration(name: string, now: Date): Promise<string | undefined> {
  const sql = await compare(schemaAtHead(), schemaNow())
  if (sql === '') return undefined
  const stamp = now.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)
  const directory = path.join(
    root,
    'prisma/migrations',
    `${stamp}_${name.replaceAll(/[^a-z0-9]+/gi, '_').toLowerCase()}`,
  )
  mkdirSync(directory, { recursive: true })
  const file = path.join(directory, 'migration.sql')
  writeFileSync(file, sql)
  return file
}

async function compare(from: DiffTarget, to: DiffTarget): Promise<string> {
  return withSchemaEngineAlone(async (engine) => {
    const { stdout } = await engine.diff({ from, to, script: true, exitCode: true, filters })
    const sql = (stdout ?? '').trim()
    return sql === '' || sql.includes('This is an empty migration') ? '' : `${sql}\n`
  })
}

function schemaNow(): DiffTarget {
  const files = globSync('prisma/schema/**/*.prisma', { cwd: root }).sort()
  return {
    tag: 'schemaDatamodel',
    files: files.map((file) => ({ path: file, content: readFileSync(path.join(root, file), 'utf8') })),
  }
}

function schemaAtHead(): DiffTarget {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  const listed = git('ls-tree', '-r', '--name-only', 'HEAD', 'prisma/schema').split('\n')
  const files = listed.filter((file) => file.endsWith('.prisma'))
  if (files.length === 0) return { tag: 'empty' }
  return {
    tag: 'schemaDatamodel',
    files: files.map((file) => ({ path: file, content: git('show', `HEAD:./${file}`) })),
  }
}

if (import.meta.main) {
  const name = process.argv[2]
  if (name === undefined) {
    console.error('Say what changes: npm run db:migration -- add-payout-reason')
    process.exit(1)
  }
  const file = await writeMigration(name, new Date())
  console.log(
    file === undefined ? 'The schema has not changed since HEAD.' : `Wrote ${path.relative(root, file)}.`,
  )
  if (file !== undefined && /\bDROP (COLUMN|TABLE)\b/.test(readFileSync(file, 'utf8')))
    console.warn(
      'It drops something: a renamed column reads as a dropped one and a new one, without its data (README.md, Rename a column).',
    )
}
