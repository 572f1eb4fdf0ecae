import { parseArgs } from 'node:util'
import { setClockOfCommand } from '#lib/core/database-clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { databaseName } from '#lib/core/env.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { describeMissing, type FileCheck } from '#lib/domain/backups/files.ts'
import { listStored, restoreBackup } from '#lib/domain/backups/restore.ts'

/**
 * `npm run db:restore` lists backups; with an id, it restores one into a new database. Exit code 1 if nothing
 * was restored, 2 if the object store lacks files that the restored rows name.
 */
const usage = 'npm run db:restore -- [<id> [database] [--files-may-miss]]'

function tellFiles({ named, missing }: FileCheck, mayMiss: boolean): 0 | 2 {
  if (missing.length === 0) {
    console.log(`The object store has all ${named} files that its rows name.`)
    return 0
  }
  for (const file of missing) console.error(describeMissing(file))
  console.error(`${missing.length} of the ${named} files that its rows name are not in the object store.`)
  console.error('How to bring them back: docs/operations/restore.md, Files of the object store.')
  return mayMiss ? 0 : 2
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'files-may-miss': { type: 'boolean', default: false } },
  })
  const [id, database, ...more] = positionals
  if (more.length > 0) throw new Error(usage)
  console.log(`The server is that of the database ${databaseName()}.`)
  if (id === undefined) {
    for (const one of await listStored()) console.log(`${one.id}  ${one.about}`)
    console.log('npm run db:restore -- <id> [database] restores one into a new database.')
    return 0
  }
  await setClockOfCommand()
  const restored = await restoreBackup(id, database, (sentence) => console.log(sentence))
  console.log(`Restored, checked and ready: put the database ${restored.database} into DATABASE_URL.`)
  return tellFiles(restored.files, values['files-may-miss'])
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
await closeDb()
closeStorage()
