import { setClockOfCommand } from '#lib/core/database-clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { databaseName } from '#lib/core/env.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { endAllSessions } from '#lib/domain/accounts/end-all-sessions.ts'

/** `npm run sessions:end` signs everybody out, for example after a leak (docs/operations/keys.md, Replace a key). Audited. */
console.log(`In the database ${databaseName()}:`)
await setClockOfCommand()
const ended = await endAllSessions()
console.log(
  ended === 0
    ? 'Nobody was signed in. Nothing was changed.'
    : `${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended: everybody signs in again.`,
)
// By now the outbox has told the sockets.
await closeQueues()
await closeRedis()
await closeDb()
