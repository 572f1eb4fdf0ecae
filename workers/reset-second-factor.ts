import { resetFactorByCommand } from '#lib/domain/staff/reset-second-factor.ts'
import { type Command, runAsCommand } from './command.ts'

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

export const resetSecondFactor: Command = async ([email], { tell, warn }) => {
  const outcome = email ? await resetFactorByCommand(email) : 'no_email'
  const isDone = outcome === 'reset'
  if (isDone) tell(sentences[outcome])
  else warn(sentences[outcome])
  return isDone
}

if (import.meta.main) await runAsCommand(resetSecondFactor)
