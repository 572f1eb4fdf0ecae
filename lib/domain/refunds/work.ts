import { submitRefunds } from './submit.ts'
import { askAboutDueRefunds } from './verify.ts'

/**
 * Sends the refunds that were decided, and asks M-Pesa about those of which it has told nothing.
 * @param ending once it is aborted, no other one is sent or asked about
 */
export async function workRefunds(ending: AbortSignal): Promise<void> {
  await submitRefunds(ending)
  await askAboutDueRefunds(ending)
}
