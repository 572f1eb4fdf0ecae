import { settleListedRefunds } from './proven-by-statement.ts'
import { submitRefunds } from './submit.ts'
import { askAboutDueRefunds } from './verify.ts'

/**
 * Settles the refunds that M-Pesa's statement proves, sends those that were decided, and asks M-Pesa about those of which it has
 * told nothing.
 * @param ending once it is aborted, no other one is sent or asked about
 */
export async function workRefunds(ending: AbortSignal): Promise<void> {
  await settleListedRefunds()
  await submitRefunds(ending)
  await askAboutDueRefunds(ending)
}
