import { parseArgs } from 'node:util'
import { inviteStaff } from '#lib/contract/staff/calls.ts'
import { closeDb } from '#lib/core/db.ts'
import { databaseName } from '#lib/core/env.ts'
import { RuleError, ValidationError } from '#lib/core/errors.ts'
import { inviteFirstSuperAdmin } from '#lib/domain/staff/first-super-admin.ts'

/**
 * `npm run staff:first-super-admin -- --email email --name "First Last"` invites the first super admin of an installation. The
 * link to choose a password is mailed; where no mail can be sent, it is printed, this once. It is audited. It ends with 1 where
 * nobody was invited.
 */
const USAGE = 'Say whom: npm run staff:first-super-admin -- --email email --name "First Last"'

type Outcome = { readonly isInvited: boolean; readonly told: readonly string[] }
const refused = (...why: string[]): Outcome => ({ isInvited: false, told: [...why, 'Nobody was invited.'] })

async function invite(email: string, name: string): Promise<Outcome> {
  const [first_name = '', ...rest] = name.trim().split(/\s+/)
  const { data: person, error } = inviteStaff.body.safeParse({ email, first_name, last_name: rest.join(' ') })
  if (!person) return refused(...error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
  try {
    const { link } = await inviteFirstSuperAdmin(person)
    const lasts = 'It works once, for three days.'
    const told = link
      ? [`No mail could be sent. Hand this link over, to choose a password. ${lasts}`, link]
      : [`A link to choose a password was mailed to ${person.email}. ${lasts}`]
    return { isInvited: true, told }
  } catch (error) {
    if (error instanceof RuleError) return refused(error.message)
    if (error instanceof ValidationError) return refused(...Object.values(error.errors).flat())
    throw error
  }
}

function readArguments() {
  try {
    return parseArgs({ options: { email: { type: 'string' }, name: { type: 'string' } } }).values
  } catch {
    return {}
  }
}

const { email, name } = readArguments()
console.log(`In the database ${databaseName()}:`)
const { isInvited, told } = email && name ? await invite(email, name) : refused(USAGE)
for (const sentence of told) (isInvited ? console.log : console.error)(sentence)
await closeDb()
process.exitCode = isInvited ? 0 : 1
