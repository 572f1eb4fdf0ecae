import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { statementRegisterAnswer } from '#lib/daraja/answers.ts'
import { registerPaybill, registerStatement } from './client.ts'
import type { DarajaAnswer } from './http.ts'
import { notePaybillKept, notePaybillTaken, noteStatementBegun, noteStatementKept } from './registered.ts'

/** The answers "taken" and "taken before" to the registration for the statement. */
const TAKEN = '1000'
const TAKEN_BEFORE = '1001'

/** The simulator knows no nominated numbers, and takes any. */
const PLAY_NUMBER = '254700000000'

/**
 * Tells M-Pesa where Paybill payments are announced, and has it keep a statement. It may run at every start: in production M-Pesa
 * takes both once for each shortcode and says from then on that they are registered (docs/daraja.md), which is no failure.
 * @throws Error where M-Pesa did not take one of them; the job is tried again
 */
export async function registerAtMpesa(): Promise<void> {
  const problems = await Promise.all([registerAddresses(), registerForStatement()])
  const told = problems.filter((problem) => problem !== null)
  if (told.length > 0) throw new Error(told.join(' '))
}

/** @returns what went wrong, or null */
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

/** @returns what went wrong, or null */
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

/** Daraja's words differ, and its code 500.003.1001 is that of other faults too. */
function saysRegistered(answer: DarajaAnswer): boolean {
  return (
    answer.kind === 'answered' &&
    /already registered|duplicate notification info/i.test(JSON.stringify(answer.body))
  )
}
