import { setClockOfCommand } from '#lib/core/database-clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { databaseName } from '#lib/core/env.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { resetFactorByCommand } from '#lib/domain/staff/reset-second-factor.ts'

/**
 * `npm run staff:reset-second-factor -- email` removes the authenticator app of a member of staff, where there is no second
 * super admin to confirm that at the desk. It is audited, and a mail tells its owner. It ends with 1 where nothing was reset.
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
// The outbox has been sent to the worker and the sockets by now.
await closeQueues()
await closeRedis()
await closeDb()
process.exitCode = outcome === 'reset' ? 0 : 1
