import { addSeconds } from '#lib/core/clock.ts'
import { firstRow, pipelined, type Queryable, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { RuleError } from '#lib/core/errors.ts'
import { type EndedPrompt, isPaid, nextPromptAt, unpaidInARow } from './prompt-limits.ts'
import { isPromptQueueFull } from './prompt-queue.ts'
import { paidStates, statesText, undecidedStates } from './states.ts'

// To whom a prompt may be sent, so that nobody is pestered through us (docs/decisions/0034). Each order waits for these
// statements, and some of them leave together: they are sent as text, and their rows are typed by hand.

/** A prompt that somebody asks for. */
export type AskedPrompt = {
  readonly phone: string
  /** `session:` or `account:` and its id; '' where there is none to count by. */
  readonly asker: string
  /** As lib/domain/fraud/network-mark.ts makes it; '' where none is known. */
  readonly network: string
  readonly moment: Date
}

/** Why a payment is made without a prompt: the `result_code` of such a one. It can be paid by Paybill. */
export type WithoutPrompt = 'phone_waits' | 'network_crowded' | 'queue_full'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
/** As many of a phone's prompts are looked at: after five unpaid ones in a row the wait grows no longer. */
const LOOKED_AT = 20
/** As many payments of a network are counted at the most. */
const COUNTED = 2_000

const UNPAID = statesText([...undecidedStates, 'declined'])
/** The prompt is not on the phone any more. */
const ENDED = statesText(['declined', 'verifying', 'unresolved', ...paidStates])

/** The day of a payment, as the index of networks has it. */
const DAY = `(created_at AT TIME ZONE 'UTC')::date`

/** The days of which payments of so many seconds are, and the next, because another process's clock may be ahead. */
function daysSince(moment: Date, seconds: number): string[] {
  const days = [addSeconds(moment, -seconds), moment, addSeconds(moment, DAY_SECONDS)]
  return [...new Set(days.map((day) => day.toISOString().slice(0, 10)))]
}

/**
 * Decides in the transaction that makes a payment whether its prompt may be sent.
 * @returns null where it may; else why the payment is to be made without one
 * @throws RuleError prompts_paused, too_many_phones (429 with `retry_after`)
 */
export async function admitPrompt(on: Queryable, asked: AskedPrompt): Promise<WithoutPrompt | null> {
  const { asker, phone, moment } = asked
  const prompts = await endedPrompts(on, phone)
  const unpaid = unpaidInARow(prompts)
  const next = nextPromptAt(unpaid)
  if (next && next > moment) {
    if (asker !== '' && unpaid.some((prompt) => prompt.asker === asker)) return 'phone_waits'
    throw promptsPaused(next, asked)
  }
  const isKnown = prompts.some((prompt) => isPaid(prompt.state) && paidBefore(prompt, asked))
  const crowded = isKnown ? null : await admitNewPhone(on, asked)
  return crowded ?? (isPromptQueueFull() ? 'queue_full' : null)
}

/**
 * Many people share an address: each phone that has paid from there in a day makes room for one more that has not, so that a
 * network is held up only where hardly anybody pays.
 */
async function admitNewPhone(on: Queryable, asked: AskedPrompt): Promise<'network_crowded' | null> {
  const { asker, network } = asked
  const [, , ofAsker, ofNetwork] = await pipelined([
    lock(on, asker),
    lock(on, network),
    unpaidPhonesOfAsker(on, asked),
    unpaidPhonesOfNetwork(on, asked),
  ])
  if (ofAsker >= env.PROMPT_NEW_PHONES_PER_SESSION) throw tooManyPhones()
  const room = env.PROMPT_NEW_PHONES_PER_NETWORK
  if (ofNetwork < room || ofNetwork < room + (await paidPhonesOfNetwork(on, asked))) return null
  return 'network_crowded'
}

const paidBefore = (prompt: EndedPrompt, { asker, network }: AskedPrompt) =>
  (asker !== '' && prompt.asker === asker) || (network !== '' && prompt.network === network)

function endedPrompts(on: Queryable, phone: string): Promise<EndedPrompt[]> {
  return rows(on, {
    name: 'prompts-ended',
    // A payment that M-Pesa has confirmed and whose time alone is not known was paid: people may still have to see it.
    text: `SELECT CASE WHEN confirmed_at IS NOT NULL THEN 'review' ELSE state::text END AS state, result_code AS "resultCode", checkout_request_id IS NOT NULL AS "isKnown", asker, network,
        coalesce(settled_at, submitted_at, created_at) AS at
      FROM payment_intent WHERE phone = $1 AND channel = 'prompt'
        AND state IN ${ENDED}
      ORDER BY coalesce(settled_at, submitted_at, created_at) DESC LIMIT ${LOOKED_AT}`,
    values: [phone],
  })
}

/** Orders of one asker or network are decided one after the other: each has to see the one before. */
async function lock(on: Queryable, key: string): Promise<void> {
  if (key === '') return
  await on.query({
    name: 'prompt-lock',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`prompts:${key}`],
  })
}

async function unpaidPhonesOfAsker(on: Queryable, { asker, phone, moment }: AskedPrompt): Promise<number> {
  const row = await firstRow<{ phones: number }>(on, {
    name: 'prompts-of-asker',
    text: `SELECT count(DISTINCT phone)::int AS phones FROM payment_intent
      WHERE asker = $1 AND asker <> '' AND created_at > $2 AND phone <> $3 AND state IN ${UNPAID}`,
    values: [asker, addSeconds(moment, -HOUR_SECONDS).toISOString(), phone],
  })
  return row?.phones ?? 0
}

async function unpaidPhonesOfNetwork(
  on: Queryable,
  { network, phone, moment }: AskedPrompt,
): Promise<number> {
  const row = await firstRow<{ phones: number }>(on, {
    name: 'prompts-of-network',
    text: `SELECT count(DISTINCT phone)::int AS phones FROM (
        SELECT phone FROM payment_intent
        WHERE network = $1 AND network <> '' AND state IN ${UNPAID} AND created_at > $2 AND phone <> $3
          AND ${DAY} = ANY ($4::date[]) LIMIT ${COUNTED}) p`,
    values: [
      network,
      addSeconds(moment, -HOUR_SECONDS).toISOString(),
      phone,
      daysSince(moment, HOUR_SECONDS),
    ],
  })
  return row?.phones ?? 0
}

async function paidPhonesOfNetwork(on: Queryable, { network, moment }: AskedPrompt): Promise<number> {
  const row = await firstRow<{ phones: number }>(on, {
    name: 'paid-phones-of-network',
    text: `SELECT count(DISTINCT phone)::int AS phones FROM (
        SELECT phone FROM payment_intent
        WHERE network = $1 AND network <> '' AND state = 'credited' AND created_at > $2
          AND ${DAY} = ANY ($3::date[]) LIMIT ${COUNTED}) p`,
    values: [network, addSeconds(moment, -DAY_SECONDS).toISOString(), daysSince(moment, DAY_SECONDS)],
  })
  return row?.phones ?? 0
}

function promptsPaused(next: Date, { asker, moment }: AskedPrompt): RuleError {
  const seconds = Math.max(1, Math.ceil((next.getTime() - moment.getTime()) / 1_000))
  const otherWay = asker.startsWith('account:')
    ? ''
    : ' Until then you can pay by Paybill with the code of the video.'
  return new RuleError(
    'prompts_paused',
    `The last M-PESA requests to this phone were not paid. It can be asked again in ${inWords(seconds)}.${otherWay}`,
    429,
    { retry_after: seconds },
  )
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes === 1) return '1 minute'
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`
}

function tooManyPhones(): RuleError {
  return new RuleError(
    'too_many_phones',
    'Several phones were asked to pay from here in the last hour and did not pay. Try again in an hour.',
    429,
    { retry_after: HOUR_SECONDS },
  )
}
