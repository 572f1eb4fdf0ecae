import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { MigrationList } from './schema-engine.ts'

const defaultFolder = path.join(import.meta.dirname, 'migrations')

/** Reads prisma/migrations the way the schema engine wants it: every directory with a migration.sql, in the order of names. */
export async function readMigrations(baseDir = defaultFolder): Promise<MigrationList> {
  const entries = await readdir(baseDir, { withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
  const migrationDirectories = await Promise.all(
    names.map(async (name) => {
      const value = await readFile(path.join(baseDir, name, 'migration.sql'), 'utf8')
      return { path: name, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } }
    }),
  )
  const lock = await readFile(path.join(baseDir, 'migration_lock.toml'), 'utf8').catch(() => null)
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: lock },
    shadowDbInitScript: '',
    migrationDirectories,
  }
}
