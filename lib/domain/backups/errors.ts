import { RuleError, SentenceError } from '#lib/core/errors.ts'

/** The backup is damaged, so a retry would fail too. Staff read the message. */
export class DamageError extends SentenceError {}

export const backupRunning = () => new RuleError('backup_running', 409)

export const notVerifiable = () => new RuleError('backup_not_made', 409)

export const alreadyVerifying = () => new RuleError('backup_verifying', 409)
