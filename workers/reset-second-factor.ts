import { setClockOfCommand } from '#lib/core/database-clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { databaseName } from '#lib/core/env.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { resetFactorByCommand } from '#lib/domain/staff/reset-second-factor.ts'

/**
 * `npm run staff:reset-second-factor -- email` resets an authenticator app without a second super admin. Audited; a
 * mail tells the owner. Exit code 1 if nothing was reset.
 */
const sentences = {
  reset: 'The authenticator app was reset: all devices are signed out, and a mail tells its owner.',
  no_such_staff: 'Nobody of the staff has this email. Nothing was changed.',
  no_factor: 'This account has no authenticator app. Nothing was changed.',
  no_email: 'Say whose: npm run staff:reset-second-factor -- email',
}
const email = process.argv[2]
console.log(`In the database ${databaseName()}:`)
await setClockOfCommand()
const outcome = email ? await resetFactorByCommand(email) : 'no_email'
if (outcome === 'reset') console.log(sentences[outcome])
else console.error(sentences[outcome])
// By now the outbox has reached the worker and the sockets.
await closeQueues()
await closeRedis()
await closeDb()
process.exitCode = outcome === 'reset' ? 0 : 1
