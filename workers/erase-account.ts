import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { setClockOfCommand } from '#lib/core/database-clock.ts'
import { closeDb } from '#lib/core/db.ts'
import { databaseName } from '#lib/core/env.ts'
import { RuleError, UnauthenticatedError } from '#lib/core/errors.ts'
import { kesText } from '#lib/core/money.ts'
import { closeQueues } from '#lib/core/queue.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { eraseAgain, listReturned } from '#lib/domain/backups/erasures.ts'
import { eraseByCommand, findOwner } from '#lib/domain/profiles/by-command.ts'

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

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
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

/** @returns whether `word` was typed; false without a terminal */
async function isTyped(question: string, word: string): Promise<boolean> {
  const typing = createInterface({ input: process.stdin, output: process.stdout })
  // An input that ends, such as a closed terminal, confirms nothing.
  const ended = new Promise<string>((done) => typing.once('close', () => done('')))
  const typed = await Promise.race([typing.question(question), ended])
  typing.close()
  return typed.trim() === word
}

const UNCONFIRMED = 'It was not confirmed. Nothing was changed.'

async function eraseOne(
  who: string,
  reason: string,
  { giveUp, isSure }: { giveUp: string | undefined; isSure: boolean },
): Promise<boolean> {
  const owner = await findOwner(who)
  if (!owner) return fail('Nobody has this email or username, or they have closed their account.')
  const question = `This erases ${owner.username} for good. Type the username again: `
  if (!isSure && !(await isTyped(question, owner.username))) return fail(UNCONFIRMED)
  try {
    const given = await eraseByCommand(owner, reason, giveUp === undefined ? undefined : Number(giveUp))
    const more = given > 0n ? ` ${kesText(given)} was given up with it.` : ''
    console.log(`The account ${owner.id} was erased, and nobody can sign in to it.${more}`)
    return true
  } catch (error) {
    if (error instanceof RuleError) return fail(explain(error))
    if (error instanceof UnauthenticatedError) return fail('The account was closed in this moment.')
    throw error
  }
}

/** @param except ids of accounts that stay: their erasure was wrong, or their owners registered again */
async function eraseReturned(except: readonly string[], isSure: boolean): Promise<boolean> {
  const all = await listReturned()
  const unknown = except.filter((id) => !all.some((one) => one.id === id))
  if (unknown.length > 0) return fail(`Not in the list: ${unknown.join(', ')}. Nothing was changed.`)
  for (const id of except) console.log(`${id}  stays as it is`)
  const returned = all.filter(({ id }) => !except.includes(id))
  if (returned.length === 0) {
    console.log(
      all.length > 0
        ? 'Nobody else is to be erased again.'
        : 'Of those whose erasure is noted in the object store, nobody has an account here.',
    )
    return true
  }
  for (const { id, username, day } of returned)
    console.log(`${id}  ${username}, erased on ${day}, has an account again`)
  const count = String(returned.length)
  if (!isSure && !(await isTyped(`Type how many they are, to erase them again (${count}): `, count)))
    return fail(UNCONFIRMED)
  let left = 0
  for (const one of returned) {
    const outcome = await eraseAgain(one)
    if (outcome instanceof RuleError) {
      left += 1
      console.error(`${one.id}  ${explain(outcome, AFTER_RESTORE)}`)
    } else
      console.log(
        `${one.id}  erased again${outcome.givenUp ? `; ${outcome.givenUp} was given up with it` : ''}`,
      )
  }
  console.log(`${returned.length - left} of ${count} were erased again.`)
  return left === 0 || fail(`${left} of ${count} were not. Do what is said beside them, and run this again.`)
}

function fail(sentence: string): false {
  console.error(sentence)
  return false
}

function run(): Promise<boolean> | boolean {
  const given = readArguments()
  if (!given) return fail(USAGE)
  const { who, reason, yes: isSure, 'give-up': giveUp, 'after-restore': isAfterRestore, except } = given
  if (isAfterRestore) return who || reason || giveUp ? fail(USAGE) : eraseReturned(except, isSure)
  return who && reason && except.length === 0 ? eraseOne(who, reason, { giveUp, isSure }) : fail(USAGE)
}

console.log(`In the database ${databaseName()}:`)
await setClockOfCommand()
const isDone = await run()
// By now the outbox has reached the worker and the sockets.
await closeQueues()
await closeRedis()
await closeDb()
closeStorage()
process.exitCode = isDone ? 0 : 1
