import { closeDb } from '#lib/core/db.ts'
import { databaseName } from '#lib/core/env.ts'
import { checkBooks } from '#lib/domain/books/check.ts'
import { allInvariants } from '#lib/domain/books/invariants.ts'

/** `npm run ledger:check` prints broken invariants of the ledger; exit code 1 if there are any. */
console.log(`The books of the database ${databaseName()}:`)
const broken = await checkBooks()
for (const sentence of broken) console.error(String(sentence))
console.log(
  broken.length === 0
    ? `All ${allInvariants.length} invariants of the ledger hold.`
    : `${broken.length} of ${allInvariants.length} invariants are broken.`,
)
await closeDb()
process.exitCode = broken.length === 0 ? 0 : 1
