import { checkMail } from '#lib/core/mail.ts'
import { recordCheck } from '#lib/domain/books/check.ts'
import { accessToken } from '#lib/domain/mpesa/access-token.ts'
import { circuitIsOpen } from '#lib/domain/mpesa/circuit.ts'

/** Looks at the mail server and at M-Pesa from where they are used, and keeps what was found. */
export async function probeParts(): Promise<void> {
  await Promise.all([
    probe('mail', checkMail),
    // The one in force, as long as it holds: a new one would end it for everybody.
    probe('mpesa_token', async () => void (await accessToken())),
    probe('mpesa_circuit', async () => {
      if (circuitIsOpen()) throw new Error('M-Pesa was down three times in a row')
    }),
  ])
}

async function probe(name: string, ask: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  const problem = await ask().then(
    () => null,
    (error: Error) => `${error.message}.`,
  )
  await recordCheck(name, problem === null ? [] : [problem], performance.now() - startedAt)
}
