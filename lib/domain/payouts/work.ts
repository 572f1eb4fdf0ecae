import { approveDuePayouts } from './approve.ts'
import { submitApprovedPayouts } from './submit.ts'
import { askAboutDuePayouts } from './verify.ts'

/**
 * Approves the payouts that are due, sends the approved ones, and asks M-Pesa about those of which it has told nothing.
 * @param ending once it is aborted, no other one is sent or asked about
 */
export async function workPayouts(ending: AbortSignal): Promise<void> {
  await approveDuePayouts()
  await submitApprovedPayouts(ending)
  await askAboutDuePayouts(ending)
}
