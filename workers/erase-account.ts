import { parseArgs } from 'node:util'
import { RuleError, UnauthenticatedError } from '#lib/core/errors.ts'
import { kesText } from '#lib/core/money.ts'
import { eraseAgain, listReturned } from '#lib/domain/backups/erasures.ts'
import { eraseByCommand, findOwner } from '#lib/domain/profiles/by-command.ts'
import { type Command, fail, runAsCommand, type Terminal } from './command.ts'

/**
 * `npm run accounts:erase -- <email or username> --reason "why"` erases an account by the rules for its
 * owner, for people who cannot sign in. `--after-restore` repeats erasures. Audited. Exit code 1 if somebody
 * was not erased.
 */
const USAGE = `Say whose and why: npm run accounts:erase -- <email or username> --reason "their letter of 3 March" [--give-up 5.33] [--yes]
After a restore: npm run accounts:erase -- --after-restore [--except <id>]… [--yes]`

/** Advice for the operator by refusal code; the refusal's own sentence is for the owner. */
const remedies: Readonly<Record<string, string>> = {
  staff_account: 'Deactivate the account at the desk; the record keeps its name.',
  wallet_not_empty:
    'Let its owner withdraw first: activate a deactivated account until the money is paid, and run this again.',
  wallet_remainder: 'Where its owner gives that up, name the amount: --give-up and the shillings.',
  wallet_changed: 'Run this again with the amount that is left now, or without --give-up where nothing is.',
  payment_open: 'Run this again when it is settled.',
  tracks_in_use: 'Run this again when the month is closed.',
}

const AFTER_RESTORE: Readonly<Record<string, string>> = {
  wallet_not_empty:
    'The money came back with the restore. Deactivate the account at the desk and see what M-Pesa has paid since (docs/operations/restore.md, After any restore).',
}

const explain = ({ code, message }: RuleError, more: Readonly<Record<string, string>> = {}) =>
  `Not erased, because its owner would read: "${message}" ${more[code] ?? remedies[code] ?? ''}`.trim()

function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        reason: { type: 'string' },
        'give-up': { type: 'string' },
        'after-restore': { type: 'boolean', default: false },
        except: { type: 'string', multiple: true, default: [] },
        yes: { type: 'boolean', default: false },
      },
    })
    const [who, ...more] = positionals
    return more.length > 0 ? null : { ...values, who, reason: values.reason?.trim() }
  } catch {
    return null
  }
}

const UNCONFIRMED = 'It was not confirmed. Nothing was changed.'

const isTyped = async ({ ask }: Terminal, question: string, word: string) =>
  (await ask(question)).trim() === word

async function eraseOne(
  terminal: Terminal,
  who: string,
  reason: string,
  { giveUp, isSure }: { giveUp: string | undefined; isSure: boolean },
): Promise<boolean> {
  const owner = await findOwner(who)
  if (!owner) return fail(terminal, 'Nobody has this email or username, or they have closed their account.')
  const question = `This erases ${owner.username} for good. Type the username again: `
  if (!isSure && !(await isTyped(terminal, question, owner.username))) return fail(terminal, UNCONFIRMED)
  try {
    const given = await eraseByCommand(owner, reason, giveUp === undefined ? undefined : Number(giveUp))
    const more = given > 0n ? ` ${kesText(given)} was given up with it.` : ''
    terminal.tell(`The account ${owner.id} was erased, and nobody can sign in to it.${more}`)
    return true
  } catch (error) {
    if (error instanceof RuleError) return fail(terminal, explain(error))
    if (error instanceof UnauthenticatedError) return fail(terminal, 'The account was closed in this moment.')
    throw error
  }
}

/** @param except ids of accounts that stay: their erasure was wrong, or their owners registered again */
async function eraseReturned(
  terminal: Terminal,
  except: readonly string[],
  isSure: boolean,
): Promise<boolean> {
  const { tell, warn } = terminal
  const all = await listReturned()
  const unknown = except.filter((id) => !all.some((one) => one.id === id))
  if (unknown.length > 0)
    return fail(terminal, `Not in the list: ${unknown.join(', ')}. Nothing was changed.`)
  for (const id of except) tell(`${id}  stays as it is`)
  const returned = all.filter(({ id }) => !except.includes(id))
  if (returned.length === 0) {
    tell(
      all.length > 0
        ? 'Nobody else is to be erased again.'
        : 'Of those whose erasure is noted in the object store, nobody has an account here.',
    )
    return true
  }
  for (const { id, username, day } of returned)
    tell(`${id}  ${username}, erased on ${day}, has an account again`)
  const count = String(returned.length)
  const question = `Type how many they are, to erase them again (${count}): `
  if (!isSure && !(await isTyped(terminal, question, count))) return fail(terminal, UNCONFIRMED)
  let left = 0
  for (const one of returned) {
    const outcome = await eraseAgain(one)
    if (outcome instanceof RuleError) {
      left += 1
      warn(`${one.id}  ${explain(outcome, AFTER_RESTORE)}`)
    } else
      tell(`${one.id}  erased again${outcome.givenUp ? `; ${outcome.givenUp} was given up with it` : ''}`)
  }
  tell(`${returned.length - left} of ${count} were erased again.`)
  return (
    left === 0 ||
    fail(terminal, `${left} of ${count} were not. Do what is said beside them, and run this again.`)
  )
}

export const eraseAccount: Command = async (args, terminal) => {
  const given = readArguments(args)
  if (!given) return fail(terminal, USAGE)
  const { who, reason, yes: isSure, 'give-up': giveUp, 'after-restore': isAfterRestore, except } = given
  if (isAfterRestore)
    return who || reason || giveUp ? fail(terminal, USAGE) : eraseReturned(terminal, except, isSure)
  return who && reason && except.length === 0
    ? eraseOne(terminal, who, reason, { giveUp, isSure })
    : fail(terminal, USAGE)
}

if (import.meta.main) await runAsCommand(eraseAccount)
