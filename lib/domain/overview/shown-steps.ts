import { VOTE_PRICE } from '#lib/domain/gifts/policy.ts'
import { readSteps } from '#lib/domain/ledger/hour-sums.ts'
import { internalTypes, undoingTypes } from './policy.ts'

/**
 * Reads journals by time step, in cents, without moves between system wallets.
 * @param from start of an hour, and of the first step
 * @param seconds length of a step, whole hours
 */
export async function readShownSteps(from: Date, moment: Date, seconds: number) {
  const steps = await readSteps(from, moment, seconds)
  return steps.filter(({ type }) => !internalTypes.some((internal) => internal === type))
}

type Step = Awaited<ReturnType<typeof readShownSteps>>[number]

/**
 * Adds up gifts in cents, minus held and refunded gifts, plus released gifts. A gift counts when it was paid,
 * a hold, release or refund when it was made, so the sum of a step can be negative.
 */
export function netGifts(steps: readonly Pick<Step, 'type' | 'credited'>[]): bigint {
  const paid = (type: string) =>
    steps.reduce((sum, step) => sum + (step.type === type ? step.credited : 0n), 0n)
  return paid('gift') - paid('gift_taken_back') + paid('gift_released')
}

/** Counts votes like `netGifts`. */
export const netVotes = (steps: readonly Step[]): number => Number(netGifts(steps) / VOTE_PRICE)

/** Counts payments in and money out, and adds up their cents, without holds, releases and refunds. */
export function turnoverOf(steps: readonly Step[]): { transactions: number; volume: bigint } {
  const made = steps.filter(({ type }) => !undoingTypes.some((undoing) => undoing === type))
  return {
    transactions: made.reduce((sum, { journals }) => sum + journals, 0),
    volume: made.reduce((sum, { credited }) => sum + credited, 0n),
  }
}
