import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const output = path.join(root, 'lib/core/generated/prisma')
const stamp = path.join(output, '.schema-hash')

/**
 * Generates lib/core/generated/prisma if the schema or Prisma changed.
 * @returns whether it wrote anything
 * @throws Error with Prisma's message if the schema is invalid
 */
export function generateClient(): boolean {
  const hash = hashOfSchema()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return false
  const cli = createRequire(import.meta.url).resolve('prisma/build/index.js')
  // Generating needs no schema engine, but the CLI would download one: any file satisfies it.
  const settings = [
    `PRISMA_SCHEMA_ENGINE_BINARY=${process.execPath}`,
    'CHECKPOINT_DISABLE=1',
    'PRISMA_HIDE_UPDATE_MESSAGE=1',
  ]
  const { status, stdout, stderr } = spawnSync('env', [...settings, process.execPath, cli, 'generate'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The Prisma schema cannot be used.\n${stderr.trim() || stdout.trim()}`)
  mkdirSync(output, { recursive: true })
  writeFileSync(stamp, hash)
  return true
}

function hashOfSchema(): string {
  const hash = createHash('sha256')
  const files = [
    ...globSync('prisma/schema/**/*.prisma', { cwd: root }),
    'prisma.config.ts',
    'node_modules/prisma/package.json',
    'node_modules/prisma-kysely/package.json',
  ]
  for (const file of files.sort()) hash.update(`${file}\n`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

if (import.meta.main) {
  console.log(generateClient() ? 'Wrote the database client.' : 'The database client is up to date.')
}
