import { approveDuePayouts } from './approve.ts'
import { submitApprovedPayouts } from './submit.ts'
import { askAboutDuePayouts } from './verify.ts'

/** Approves the payouts that are due, sends the approved ones, and asks M-Pesa about those of which it has told nothing. */
export async function workPayouts(): Promise<void> {
  await approveDuePayouts()
  await submitApprovedPayouts()
  await askAboutDuePayouts()
}
