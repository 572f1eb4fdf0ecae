import { submitRefunds } from './submit.ts'
import { askAboutDueRefunds } from './verify.ts'

/** Sends the refunds that were decided, and asks M-Pesa about those of which it has told nothing. */
export async function workRefunds(): Promise<void> {
  await submitRefunds()
  await askAboutDueRefunds()
}
