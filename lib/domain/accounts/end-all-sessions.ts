import { now } from '#lib/core/clock.ts'
import { countRows } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { endSessions } from './sessions.ts'

/** So many end in one transaction: it holds them all, and their sockets hear of them in one message. */
const AT_ONCE = 1_000

/**
 * Signs everybody out on every device, by a command on the server: a secret that may have leaked is replaced, and nobody shall
 * go on with what was signed or handed out before. Whoever signs in meanwhile may be signed out too. The audit names no
 * person of the desk; where nobody is signed in, nothing is on record.
 * @returns how many sessions it has ended
 */
export async function endAllSessions(): Promise<number> {
  let ended = await transaction(async (tx) => {
    const sessions = await countRows(living(tx))
    if (sessions === 0) return 0
    await recordAudit(tx, {
      actor: null,
      action: 'sessions.ended',
      subject: { type: 'sessions', id: 'all' },
      after: { by: 'command', sessions },
    })
    return endSome(tx)
  })
  for (let more = ended; more > 0; ended += more) more = await transaction(endSome)
  return ended
}

function living(tx: Tx) {
  return tx.kysely.selectFrom('session').where('revokedAt', 'is', null).where('expiresAt', '>', now())
}

/** @returns how many; 0 where none lives any more */
async function endSome(tx: Tx): Promise<number> {
  const some = await living(tx).select('id').orderBy('id').limit(AT_ONCE).execute()
  if (some.length > 0)
    await endSessions(tx, { sessionIds: some.map(({ id }) => id) }, 'ended_by_command', now())
  return some.length
}
