import { log } from '#lib/core/log.ts'
import { relayOutbox } from '#lib/core/outbox.ts'
import { settleAgain } from '#lib/domain/payments/settle.ts'
import { sweepIntents } from '#lib/domain/payments/submit.ts'
import { settlePayouts } from '#lib/domain/payouts/settle.ts'
import { sweepPayouts } from '#lib/domain/payouts/submit.ts'
import { settleBalances } from '#lib/domain/reconciliation/settle-balances.ts'
import { settleRefunds } from '#lib/domain/refunds/settle.ts'
import { sweepRefunds } from '#lib/domain/refunds/submit.ts'
import { purposes } from '#lib/domain/settlement/purposes.ts'
import { keepSchedules } from './schedules.ts'

/** A timer instead of a job, because sweeps must work without Redis. */
const EVERY_MS = 10_000

/** Repairs lost events: settles callbacks, sends the outbox, takes over dead workers' work, restores schedules. */
export async function sweepOnce(): Promise<void> {
  const steps = [
    () => settleAgain(purposes),
    () => relayOutbox(),
    () => sweepIntents(),
    () => settlePayouts(),
    () => sweepPayouts(),
    () => settleRefunds(),
    () => sweepRefunds(),
    () => settleBalances(),
    () => keepSchedules(),
  ]
  for (const step of steps)
    await step().catch((error: Error) => log.error({ err: error }, 'sweep failed, comes again'))
}

/** Repeats sweeps. @returns a function that ends them after the current sweep */
export function startSweeps(): () => Promise<void> {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= sweepOnce().finally(() => {
      running = undefined
    })
  }, EVERY_MS)
  return async () => {
    clearInterval(timer)
    await running
  }
}
