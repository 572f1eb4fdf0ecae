import { approveDuePayouts } from './approve.ts'
import { submitApprovedPayouts } from './submit.ts'
import { askAboutDuePayouts } from './verify.ts'

/** What the clock does for payouts: approves what is due, sends what is approved, asks about what has not been told. */
export async function workPayouts(): Promise<void> {
  await approveDuePayouts()
  await submitApprovedPayouts()
  await askAboutDuePayouts()
}
