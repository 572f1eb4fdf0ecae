import type { PaymentState } from './schema.ts'
import { withdrawPrompt } from './submit.ts'
import { waitUntilSubmitted } from './wait.ts'

/** How long an answer waits for M-Pesa's acknowledgement, in ms. Later than that, the payment's own state tells. */
const PATIENCE_MS = 8_000

/** How a prompt stands when the patience is over. One that no worker has taken up by then is taken back. */
export async function followPrompt(intentId: string): Promise<PaymentState> {
  const state = await waitUntilSubmitted(intentId, PATIENCE_MS)
  if (state === 'created' && (await withdrawPrompt(intentId))) return 'rejected'
  return state
}
