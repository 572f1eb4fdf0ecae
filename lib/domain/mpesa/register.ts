import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { statementRegisterAnswer } from '#lib/daraja/answers.ts'
import { registerPaybill, registerStatement } from './client.ts'
import type { DarajaAnswer } from './http.ts'
import { notePaybillKept, notePaybillTaken, noteStatementBegun, noteStatementKept } from './registered.ts'

/** M-Pesa's codes for "registered" and "already registered". */
const TAKEN = '1000'
const TAKEN_BEFORE = '1001'

const PLAY_NUMBER = '254700000000'

/**
 * Registers our Paybill addresses, and our payments for the statement. Safe at every start: M-Pesa accepts
 * each once per shortcode, and then answers that it exists (docs/daraja.md).
 * @throws Error if M-Pesa refuses a registration; the job retries
 */
export async function registerAtMpesa(): Promise<void> {
  const problems = await Promise.all([registerAddresses(), registerForStatement()])
  const told = problems.filter((problem) => problem !== null)
  if (told.length > 0) throw new Error(told.join(' '))
}

async function registerAddresses(): Promise<string | null> {
  const answer = await registerPaybill()
  if (saysRegistered(answer)) {
    log.info('M-Pesa has addresses of Paybill already')
    await notePaybillKept()
    return null
  }
  if (answer.kind !== 'answered' || answer.status !== 200)
    return `M-Pesa did not take the Paybill addresses: ${JSON.stringify(answer)}.`
  await notePaybillTaken()
  return null
}

async function registerForStatement(): Promise<string | null> {
  const number = env.MPESA_NOMINATED_NUMBER ?? (env.MPESA_SIMULATOR ? PLAY_NUMBER : undefined)
  if (number === undefined) return null
  const answer = await registerStatement(number)
  const status = answer.kind === 'answered' ? statementRegisterAnswer.safeParse(answer.body).data : undefined
  const isKept = status === TAKEN_BEFORE || saysRegistered(answer)
  if (status !== TAKEN && !isKept)
    return `M-Pesa did not take the registration for the statement: ${JSON.stringify(answer)}.`
  await (isKept ? noteStatementKept(now()) : noteStatementBegun())
  return null
}

/** Matches texts: they differ, but the code 500.003.1001 also means other faults. */
function saysRegistered(answer: DarajaAnswer): boolean {
  return (
    answer.kind === 'answered' &&
    /already registered|duplicate notification info/i.test(JSON.stringify(answer.body))
  )
}
