import { readSteps } from '#lib/domain/ledger/hour-sums.ts'
import { internalTypes } from './policy.ts'

/**
 * Reads journals by time step, in cents, without moves between system wallets.
 * @param from start of an hour, and of the first step
 * @param seconds length of a step, whole hours
 */
export async function readShownSteps(from: Date, moment: Date, seconds: number) {
  const steps = await readSteps(from, moment, seconds)
  return steps.filter(({ type }) => !internalTypes.some((internal) => internal === type))
}
