import { addSeconds, now } from '#lib/core/clock.ts'
import { newId } from '#lib/core/ids.ts'
import { runAll, type Tx, type TxStatement, transaction } from '#lib/core/outbox.ts'
import { type PromptRequest, promptFields } from '#lib/domain/mpesa/client.ts'
import { nextCheckAfter } from './policy.ts'
import { promptsPerSecond } from './prompt-queue.ts'
import { STALE_AFTER_SECONDS, turnsAt } from './prompt-rate.ts'
import { type DuePrompt, lockPace, lockPrompts, paceSpent, promptsTaken } from './prompt-rows.ts'

/** A prompt whose request is written down and committed, and which nobody else will send. */
export type ClaimedPrompt = { readonly prompt: PromptRequest; readonly requestId: string }

export type Claim = {
  readonly prompts: readonly ClaimedPrompt[]
  /** In how many ms M-Pesa takes more, where the rate held some back; null where it did not. */
  readonly moreInMs: number | null
}

/**
 * Takes the prompts that are due, oldest first, as many as the rate of all workers together allows. Their requests are committed
 * when this resolves: a worker that dies afterwards leaves them in doubt, and none is ever sent again. Nobody waits any more
 * for those that are stale, and the sweep takes them back.
 */
export async function claimPrompts(limit: number): Promise<Claim> {
  if (promptsPerSecond > 0) return transaction((tx) => claimInTurn(tx, limit))
  return transaction(async (tx) => {
    const due = await lockPrompts(tx.client, dueNow(limit))
    return take(tx, due, { prompts: [], moreInMs: null })
  })
}

function dueNow(limit: number) {
  const moment = now()
  return { limit, moment, freshSince: addSeconds(moment, -STALE_AFTER_SECONDS) }
}

async function claimInTurn(tx: Tx, limit: number): Promise<Claim> {
  const { spentUntil, moment } = await lockPace(tx.client)
  const { free, spentAfter, msUntilMore } = turnsAt(spentUntil.getTime(), moment.getTime(), promptsPerSecond)
  const turns = Math.min(limit, free)
  if (turns === 0) return { prompts: [], moreInMs: msUntilMore(0) }
  const due = await lockPrompts(tx.client, dueNow(turns))
  const moreInMs = due.length === turns ? msUntilMore(due.length) : null
  return take(tx, due, { prompts: [], moreInMs }, [paceSpent(new Date(spentAfter(due.length)))])
}

async function take(
  tx: Tx,
  due: readonly DuePrompt[],
  claim: Claim,
  writes: readonly TxStatement[] = [],
): Promise<Claim> {
  if (due.length === 0) return claim
  const moment = now()
  const prompts = due.map((one) => ({ prompt: promptOf(one), requestId: newId() }))
  const calls = prompts.map(({ prompt, requestId }) => ({
    requestId,
    intentId: prompt.intentId,
    request: JSON.stringify(promptFields(prompt)),
  }))
  const taken = promptsTaken(calls, moment, nextCheckAfter(moment, moment))
  await runAll(tx, [...taken, ...writes])
  return { ...claim, prompts }
}

function promptOf({ id, amount, phone, account_reference, purpose }: DuePrompt): PromptRequest {
  return { intentId: id, amount, phone, accountReference: account_reference, description: purpose }
}
