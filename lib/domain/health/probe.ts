import { SentenceError } from '#lib/core/errors.ts'
import { checkMail } from '#lib/core/mail.ts'
import { recordCheck } from '#lib/domain/books/check.ts'
import { accessToken } from '#lib/domain/mpesa/access-token.ts'
import { circuitIsOpen } from '#lib/domain/mpesa/circuit.ts'

/** Runs in the worker, which uses mail and M-Pesa; stores the results. */
export async function probeParts(): Promise<void> {
  await Promise.all([
    probe('mail', checkMail),
    // Uses the current token: requesting a new one would invalidate it for every process.
    probe('mpesa_token', async () => void (await accessToken())),
    probe('mpesa_circuit', async () => {
      if (circuitIsOpen()) throw new SentenceError('health.mpesa_down')
    }),
  ])
}

async function probe(name: string, ask: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  const problem = await ask().then(
    () => null,
    (error: Error) => (error instanceof SentenceError ? error.sentence : `${error.message}.`),
  )
  await recordCheck(name, problem === null ? [] : [problem], performance.now() - startedAt)
}
