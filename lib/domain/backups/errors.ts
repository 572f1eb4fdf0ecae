import { RuleError } from '#lib/core/errors.ts'

/** The backup itself is damaged, so that another try would find the same. The message is for people. */
export class DamageError extends Error {}

export const backupRunning = () => new RuleError('backup_running', 'A backup is being made already.', 409)

export const notVerifiable = () =>
  new RuleError('backup_not_made', 'There is nothing to check: this backup is not there.', 409)

export const alreadyVerifying = () =>
  new RuleError('backup_verifying', 'This backup is being checked already.', 409)
