import { parseArgs } from 'node:util'
import { inviteStaff } from '#lib/contract/staff/calls.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { sentenceOf } from '#lib/core/sentence.ts'
import { inviteFirstSuperAdmin, withdrawFirstSuperAdmin } from '#lib/domain/staff/first-super-admin.ts'
import { type Command, runAsCommand } from './command.ts'

/**
 * `npm run staff:first-super-admin -- --email email --name "First Last"` mails or prints the invitation of the first
 * super admin; `--withdraw` instead of the name takes it back. Audited. Exit code 1 if nothing was done.
 */
const USAGE = 'Say whom: npm run staff:first-super-admin -- --email email --name "First Last"'

type Outcome = { readonly isDone: boolean; readonly told: readonly string[] }
const refused = (...why: string[]): Outcome => ({ isDone: false, told: [...why, 'Nobody was invited.'] })

async function invite(email: string, name: string): Promise<Outcome> {
  const [first_name = '', ...rest] = name.trim().split(/\s+/)
  const { data: person, error } = inviteStaff.body.safeParse({ email, first_name, last_name: rest.join(' ') })
  if (!person)
    return refused(...error.issues.map(({ path, message }) => `${path.join('.')}: ${sentenceOf(message)}`))
  try {
    const { link } = await inviteFirstSuperAdmin(person)
    const lasts = 'It works once, for three days.'
    const told = link
      ? [`No mail could be sent. Hand this link over, to choose a password. ${lasts}`, link]
      : [`A link to choose a password was mailed to ${person.email}. ${lasts}`]
    return { isDone: true, told }
  } catch (error) {
    if (error instanceof RuleError) return refused(error.message)
    if (error instanceof ValidationError) return refused(...Object.values(error.errors).flat().map(String))
    throw error
  }
}

async function withdraw(email: string): Promise<Outcome> {
  try {
    await withdrawFirstSuperAdmin(email)
    return { isDone: true, told: [`The invitation of ${email} was withdrawn.`] }
  } catch (error) {
    if (!(error instanceof RuleError)) throw error
    return { isDone: false, told: [error.message, 'No invitation was withdrawn.'] }
  }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args,
      options: { email: { type: 'string' }, name: { type: 'string' }, withdraw: { type: 'boolean' } },
    }).values
  } catch {
    return {}
  }
}

function run(args: readonly string[]): Promise<Outcome> | Outcome {
  const { email, name, withdraw: isWithdrawn } = readArguments(args)
  if (email && isWithdrawn && !name) return withdraw(email)
  return email && name && !isWithdrawn ? invite(email, name) : refused(USAGE)
}

export const firstSuperAdmin: Command = async (args, { tell, warn }) => {
  const { isDone, told } = await run(args)
  for (const sentence of told) (isDone ? tell : warn)(sentence)
  return isDone
}

if (import.meta.main) await runAsCommand(firstSuperAdmin)
