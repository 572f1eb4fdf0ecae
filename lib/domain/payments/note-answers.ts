import { ConstantBackoff, handleWhen, retry } from 'cockatiel'
import { inBatches } from '#lib/core/batch.ts'
import { now } from '#lib/core/clock.ts'
import { sqlState } from '#lib/core/db.ts'
import { emission, runAll, transaction } from '#lib/core/outbox.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import { paymentsChanged } from './events.ts'
import { wakeSettlement } from './inbox.ts'
import { answersNoted, intentsLocked, type PromptAnswer } from './prompt-rows.ts'

/** Answers that arrive within so many ms share a transaction. A caller waits at most so much longer. */
const BATCH_INTERVAL_MS = 15

const notes = processSingleton('prompt-answers', () =>
  inBatches(noteAnswers, { intervalMs: BATCH_INTERVAL_MS, fullAt: Number.POSITIVE_INFINITY }),
)

/**
 * An answer is all that is known of a prompt, so it is kept while Postgres is away: for a minute, after which the sweep has
 * long said that the prompt is in doubt.
 */
const whileAway = retry(
  handleWhen((error) => !/^(22|23|54)/.test(sqlState(error) ?? '')),
  { maxAttempts: 60, backoff: new ConstantBackoff(1_000) },
)

/** Stores M-Pesa's answer to a prompt, in a batch with other answers. @throws Error if it cannot be stored */
export function noteAnswer(answer: PromptAnswer): Promise<void> {
  return notes.get()(answer)
}

async function noteAnswers(answers: readonly PromptAnswer[]): Promise<undefined[]> {
  const ids = answers.map(({ intentId }) => intentId)
  const waiting = await whileAway.execute(() =>
    transaction(async (tx) => {
      const statements = [
        intentsLocked(ids),
        ...answersNoted(answers, now()),
        emission(paymentsChanged, { intent_ids: ids }),
      ]
      const results = await runAll(tx, statements)
      return results.at(-2)?.rowCount ?? 0
    }),
  )
  // Nobody knew until now whose prompt those callbacks named.
  if (waiting > 0) wakeSettlement()
  return answers.map(() => undefined)
}
