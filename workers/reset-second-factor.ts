import { closeDb } from '#lib/core/db.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { resetFactorByCommand } from '#lib/domain/staff/reset-second-factor.ts'

/**
 * `npm run staff:reset-second-factor -- email`: forgets the authenticator app of somebody of the staff, where no second
 * super admin is there to confirm it at the desk. It is audited, and a mail tells its owner. Ends with 1 where nothing was
 * reset.
 */
const sentences = {
  reset: 'The authenticator app was reset: all devices are signed out, and a mail tells its owner.',
  no_such_staff: 'Nobody of the staff has this email. Nothing was changed.',
  no_factor: 'This account has no authenticator app. Nothing was changed.',
  no_email: 'Say whose: npm run staff:reset-second-factor -- email',
}
const email = process.argv[2]
const outcome = email ? await resetFactorByCommand(email) : 'no_email'
if (outcome === 'reset') console.log(sentences[outcome])
else console.error(sentences[outcome])
// What was written tells the worker and the sockets on the way out.
await closeQueues()
await closeRedis()
await closeDb()
process.exitCode = outcome === 'reset' ? 0 : 1
