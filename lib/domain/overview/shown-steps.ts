import { readSteps } from '#lib/domain/ledger/hour-sums.ts'
import { internalTypes } from './policy.ts'

/**
 * Reads what each step of time brought, in cents, without journals that only move money between our own wallets.
 * @param from the beginning of an hour, at which the first step begins
 * @param seconds whole hours that a step has
 */
export async function readShownSteps(from: Date, moment: Date, seconds: number) {
  const steps = await readSteps(from, moment, seconds)
  return steps.filter(({ type }) => !internalTypes.some((internal) => internal === type))
}
