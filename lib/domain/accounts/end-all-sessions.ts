import { now } from '#lib/core/clock.ts'
import { countRows } from '#lib/core/kysely.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { endSessions } from './sessions.ts'

/** Sessions per transaction, which locks them and sends the sockets one message. */
const AT_ONCE = 1_000

/**
 * Ends all sessions, for an operator after a secret may have leaked. May also end a concurrent sign-in. The
 * audit record has no actor; without a session there is no record.
 * @returns how many sessions ended
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

/** @returns 0 if no session lives any more */
async function endSome(tx: Tx): Promise<number> {
  const some = await living(tx).select('id').orderBy('id').limit(AT_ONCE).execute()
  if (some.length > 0)
    await endSessions(tx, { sessionIds: some.map(({ id }) => id) }, 'ended_by_command', now())
  return some.length
}
