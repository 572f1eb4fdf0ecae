import { submitRefunds } from './submit.ts'
import { askAboutDueRefunds } from './verify.ts'

/** What the clock does for refunds: sends what was decided, asks about what has not been told. */
export async function workRefunds(): Promise<void> {
  await submitRefunds()
  await askAboutDueRefunds()
}
