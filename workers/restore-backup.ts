import { closeDb } from '#lib/core/db.ts'
import { databaseName } from '#lib/core/env.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { listStored, restoreBackup } from '#lib/domain/backups/restore.ts'

/** `npm run db:restore` lists the backups in the store; with an id it restores one into a database of its own. */
const [id, database] = process.argv.slice(2)
console.log(`The server is that of the database ${databaseName()}.`)
try {
  if (id === undefined) {
    for (const one of await listStored()) console.log(`${one.id}  ${one.about}`)
    console.log('npm run db:restore -- <id> [database] restores one into a new database.')
  } else {
    const restored = await restoreBackup(id, database, (sentence) => console.log(sentence))
    console.log(`Restored, checked and ready: put the database ${restored} into DATABASE_URL.`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
await closeDb()
closeStorage()
