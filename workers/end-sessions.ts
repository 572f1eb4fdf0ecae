import { endAllSessions } from '#lib/domain/accounts/end-all-sessions.ts'
import { type Command, runAsCommand } from './command.ts'

/** `npm run sessions:end` signs everybody out, for example after a leak (docs/operations/keys.md, Replace a key). Audited. */
export const endSessions: Command = async (_args, { tell }) => {
  const ended = await endAllSessions()
  tell(
    ended === 0
      ? 'Nobody was signed in. Nothing was changed.'
      : `${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended: everybody signs in again.`,
  )
  return true
}

if (import.meta.main) await runAsCommand(endSessions)
