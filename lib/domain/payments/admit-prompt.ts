import { addSeconds } from '#lib/core/clock.ts'
import { pipelined, type Queryable, rows } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { RateLimitedError, RuleError } from '#lib/core/errors.ts'
import { siteOf } from '#lib/core/network.ts'
import { hiddenKey, type RateRule, returnPoints, takePoints } from '#lib/core/rate-limit.ts'
import { type Sentence, say, sayAll } from '#lib/core/sentence.ts'
import { type EndedPrompt, isPaid, isPromptQueueFull, nextPromptAt, unpaidInARow } from './prompt-limits.ts'
import { paidStates, promptOpenStates, statesText, undecidedStates } from './states.ts'

// Limits prompts, so that nobody can use us to pester a phone (docs/decisions/0006). Hot path: plain SQL,
// pipelined, with hand-written row types.

export type AskedPrompt = {
  readonly phone: string
  /** Orderer of the prompt: `session:` or `account:`, then its id; '' if unknown. */
  readonly asker: string
  /** Hashed network of the orderer (lib/domain/fraud/network-mark.ts); '' if unknown. */
  readonly network: string
  /** Hashed IPv6 /48 of the orderer (`siteMark`); '' if unknown. */
  readonly site?: string
  readonly moment: Date
}

/** Why a payment has no prompt: its `result_code`. Such a payment can be paid by Paybill. */
export type WithoutPrompt = 'phone_waits' | 'network_crowded' | 'queue_full'

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400
/** Prompts read per phone: enough to find five unpaid ones in a row, which give the longest wait. */
const LOOKED_AT = 20
/** Limit of payments counted per network. */
const COUNTED = 2_000

const UNPAID = statesText([...undecidedStates, 'declined'])
const OPEN = statesText(promptOpenStates)
const ENDED = statesText(['declined', 'verifying', 'unresolved', ...paidStates])

/** Written as in the index on `network`, so that the planner uses the index. */
const DAY = `(created_at AT TIME ZONE 'UTC')::date`

/** UTC days from `seconds` ago until tomorrow; tomorrow, because another process's clock may be ahead. */
function daysSince(moment: Date, seconds: number): string[] {
  const days = [addSeconds(moment, -seconds), moment, addSeconds(moment, DAY_SECONDS)]
  return [...new Set(days.map((day) => day.toISOString().slice(0, 10)))]
}

/**
 * Decides whether a payment gets a prompt. Call it in the transaction that creates the payment.
 * @returns null if the prompt is allowed, else why the payment gets none
 * @throws RuleError prompts_paused, too_many_phones (429 with `retry_after`)
 */
export async function admitPrompt(on: Queryable, asked: AskedPrompt): Promise<WithoutPrompt | null> {
  const { moment, ...one } = asked
  const [verdict = null] = await admitPrompts(on, [one], moment)
  if (verdict instanceof RuleError) throw verdict
  return verdict
}

type Asked = Omit<AskedPrompt, 'moment'>

/**
 * Decides about prompts in order: each allowed prompt counts for the ones after it.
 * @param all prompts to different phones
 * @returns per prompt the result or error of `admitPrompt`
 */
export async function admitPrompts(
  on: Queryable,
  all: readonly Asked[],
  moment: Date,
): Promise<(WithoutPrompt | RuleError | null)[]> {
  if (all.length === 0) return []
  const phones = all.map(({ phone }) => phone)
  const [ended, open] = await pipelined([endedPrompts(on, phones), phonesWithPrompt(on, phones)])
  const paused = all.map((asked) => pausedBy(ended.get(asked.phone) ?? [], asked, moment))
  const isNew = (asked: Asked, place: number) =>
    paused[place] === null && !(ended.get(asked.phone) ?? []).some((one) => paidBefore(one, asked))
  const counts = await countNewPhones(on, all, all.filter(isNew), moment)
  const verdicts = all.map((asked, place) => {
    const verdict = paused[place] ?? (isNew(asked, place) ? counts.judge(asked) : null)
    if (verdict !== null) return verdict
    if (isPromptQueueFull()) return 'queue_full'
    // A phone with an open prompt gets no second one: the unique index refuses it.
    if (!open.has(asked.phone)) counts.add(asked)
    return null
  })
  return Promise.all(
    all.map(async (asked, place) => {
      const verdict = verdicts[place] ?? null
      if (verdict !== null || !asked.site || open.has(asked.phone)) return verdict
      if (isNew(asked, place)) return (await takeSiteRoom(asked.site)) ? null : 'network_crowded'
      await giveSiteRoom(asked.site)
      return null
    }),
  )
}

/** Seconds until the phone can be prompted; null if it can be now. */
export async function phoneWaitSeconds(on: Queryable, phone: string, moment: Date): Promise<number | null> {
  const ended = await endedPrompts(on, [phone])
  const next = nextPromptAt(unpaidInARow(ended.get(phone) ?? []))
  return next && next > moment ? secondsUntil(next, moment) : null
}

const secondsUntil = (next: Date, moment: Date) =>
  Math.max(1, Math.ceil((next.getTime() - moment.getTime()) / 1_000))

/**
 * While the phone must wait after unpaid prompts: the orderer of one of them gets a payment without a prompt,
 * anybody else an error.
 */
function pausedBy(
  prompts: readonly EndedPrompt[],
  { asker }: Asked,
  moment: Date,
): WithoutPrompt | RuleError | null {
  const unpaid = unpaidInARow(prompts)
  const next = nextPromptAt(unpaid)
  if (!next || next <= moment) return null
  if (asker !== '' && unpaid.some((prompt) => prompt.asker === asker)) return 'phone_waits'
  return promptsPaused(next, asker, moment)
}

/**
 * Counts unpaid phones per asker and network. Many people share a network: each phone that paid from it
 * within a day allows one more unpaid phone, so only networks where hardly anybody pays are limited.
 */
async function countNewPhones(on: Queryable, all: readonly Asked[], asked: readonly Asked[], moment: Date) {
  const askers = namesOf(asked.map(({ asker }) => asker))
  const networks = namesOf(asked.map(({ network }) => network))
  const phones = all.map(({ phone }) => phone)
  const [, ofAskers, ofNetworks] =
    asked.length === 0
      ? [undefined, new Map<string, Counted>(), new Map<string, Counted>()]
      : await pipelined([
          lock(on, [...askers, ...networks]),
          unpaidPhonesOfAskers(on, askers, phones, moment),
          unpaidPhonesOfNetworks(on, networks, phones, moment),
        ])
  const room = env.PROMPT_NEW_PHONES_PER_NETWORK
  /** Upper bound of the unpaid phones that the network's last order in `all` can count. */
  const mostOf = (network: string) =>
    othersThan('', ofNetworks.get(network)) + all.filter((one) => one.network === network).length - 1
  const full = networks.filter((network) => mostOf(network) >= room)
  const paid = full.length > 0 ? await paidPhonesOfNetworks(on, full, moment) : new Map<string, number>()
  return {
    judge: ({ asker, network, phone }: Asked): RuleError | WithoutPrompt | null => {
      if (othersThan(phone, ofAskers.get(asker)) >= env.PROMPT_NEW_PHONES_PER_SESSION) return tooManyPhones()
      const unpaid = othersThan(phone, ofNetworks.get(network))
      return unpaid < room || unpaid < room + (paid.get(network) ?? 0) ? null : 'network_crowded'
    },
    /** Counts the phone of an allowed prompt as unpaid. */
    add: ({ asker, network, phone }: Asked): void => {
      ofAskers.get(asker)?.own.add(phone)
      ofNetworks.get(network)?.own.add(phone)
    },
  }
}

/** Unpaid phones: `own` are phones of this batch, `others` is the number of all others. */
type Counted = { readonly others: number; readonly own: Set<string> }

const othersThan = (phone: string, { others, own }: Counted = { others: 0, own: new Set() }) =>
  others + own.size - (own.has(phone) ? 1 : 0)

/** Sorted by code units, so that every process takes the locks in the same order. */
const namesOf = (names: readonly string[]) => [...new Set(names)].filter((name) => name !== '').sort()

const paidBefore = (prompt: EndedPrompt, { asker, network }: Asked) =>
  isPaid(prompt.state) &&
  ((asker !== '' && prompt.asker === asker) || (network !== '' && prompt.network === network))

/** Newest first. */
async function endedPrompts(on: Queryable, phones: readonly string[]): Promise<Map<string, EndedPrompt[]>> {
  const found = await rows<EndedPrompt & { phone: string }>(on, {
    name: 'prompts-ended',
    // A payment that M-Pesa confirmed without a payment time counts as paid, as `review` does.
    text: `SELECT a.phone, i.* FROM unnest($1::text[]) AS a(phone) CROSS JOIN LATERAL (
        SELECT CASE WHEN confirmed_at IS NOT NULL THEN 'review' ELSE state::text END AS state, result_code AS "resultCode", checkout_request_id IS NOT NULL AS "isKnown", asker, network,
          coalesce(settled_at, submitted_at, created_at) AS at
        FROM payment_intent WHERE phone = a.phone AND channel = 'prompt'
          AND state IN ${ENDED}
        ORDER BY coalesce(settled_at, submitted_at, created_at) DESC LIMIT ${LOOKED_AT}) i
      ORDER BY i.at DESC`,
    values: [phones],
  })
  return Map.groupBy(found, ({ phone }) => phone)
}

async function phonesWithPrompt(on: Queryable, phones: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ phone: string }>(on, {
    name: 'prompts-open',
    text: `SELECT a.phone FROM unnest($1::text[]) AS a(phone) CROSS JOIN LATERAL (
        SELECT 1 FROM payment_intent WHERE phone = a.phone AND channel = 'prompt' AND state IN ${OPEN} OFFSET 0) i`,
    values: [phones],
  })
  return new Set(found.map(({ phone }) => phone))
}

/** Serializes orders of the same asker or network: each must see the previous order's prompt. */
async function lock(on: Queryable, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await on.query({
    name: 'prompt-locks',
    text: `SELECT count(pg_advisory_xact_lock(hashtextextended('prompts:' || a.name, 0))::text)
      FROM (SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS a(name, place) ORDER BY place OFFSET 0) a`,
    values: [names],
  })
}

/** SQL: per `key`, which of the phones $2 are in the rows `p` (`own`), and how many other phones are. */
const COUNTED_PHONES = `a.key, count(DISTINCT p.phone) FILTER (WHERE p.phone <> ALL ($2::text[]))::int AS others,
  coalesce(array_agg(DISTINCT p.phone) FILTER (WHERE p.phone = ANY ($2::text[])), '{}') AS own`

type CountedRow = { key: string; others: number; own: string[] }

const byKey = (keys: readonly string[], found: readonly CountedRow[]): Map<string, Counted> => {
  const counted = new Map(found.map((row) => [row.key, row]))
  return new Map(
    keys.map((key) => [
      key,
      { others: counted.get(key)?.others ?? 0, own: new Set(counted.get(key)?.own ?? []) },
    ]),
  )
}

async function unpaidPhonesOfAskers(
  on: Queryable,
  askers: readonly string[],
  phones: readonly string[],
  moment: Date,
): Promise<Map<string, Counted>> {
  const found = await rows<CountedRow>(on, {
    name: 'prompts-of-askers',
    text: `SELECT ${COUNTED_PHONES} FROM unnest($1::text[]) AS a(key) CROSS JOIN LATERAL (
        SELECT phone FROM payment_intent
        WHERE asker = a.key AND asker <> '' AND created_at > $3 AND state IN ${UNPAID} OFFSET 0) p GROUP BY a.key`,
    values: [askers, phones, addSeconds(moment, -HOUR_SECONDS).toISOString()],
  })
  return byKey(askers, found)
}

async function unpaidPhonesOfNetworks(
  on: Queryable,
  networks: readonly string[],
  phones: readonly string[],
  moment: Date,
): Promise<Map<string, Counted>> {
  const found = await rows<CountedRow>(on, {
    name: 'prompts-of-networks',
    text: `SELECT ${COUNTED_PHONES} FROM unnest($1::text[]) AS a(key) CROSS JOIN LATERAL (
        SELECT phone FROM payment_intent
        WHERE network = a.key AND network <> '' AND state IN ${UNPAID} AND created_at > $3 AND ${DAY} = ANY ($4::date[])
        LIMIT ${COUNTED}) p GROUP BY a.key`,
    values: [
      networks,
      phones,
      addSeconds(moment, -HOUR_SECONDS).toISOString(),
      daysSince(moment, HOUR_SECONDS),
    ],
  })
  return byKey(networks, found)
}

async function paidPhonesOfNetworks(
  on: Queryable,
  networks: readonly string[],
  moment: Date,
): Promise<Map<string, number>> {
  const found = await rows<{ key: string; phones: number }>(on, {
    name: 'paid-phones-of-networks',
    text: `SELECT a.key, count(DISTINCT p.phone)::int AS phones FROM unnest($1::text[]) AS a(key) CROSS JOIN LATERAL (
        SELECT phone FROM payment_intent
        WHERE network = a.key AND network <> '' AND state = 'credited' AND created_at > $2 AND ${DAY} = ANY ($3::date[])
        LIMIT ${COUNTED}) p GROUP BY a.key`,
    values: [networks, addSeconds(moment, -DAY_SECONDS).toISOString(), daysSince(moment, DAY_SECONDS)],
  })
  return new Map(found.map(({ key, phones }) => [key, phones]))
}

function promptsPaused(next: Date, asker: string, moment: Date): RuleError {
  const seconds = secondsUntil(next, moment)
  const otherWay = asker.startsWith('account:') ? [] : [say('prompts_paused.until_then')]
  const sentences = [say('prompts_paused', { time: inWords(seconds) }), ...otherWay]
  return new RuleError(sayAll(sentences), 429, { retry_after: seconds })
}

function inWords(seconds: number): Sentence {
  const minutes = Math.ceil(seconds / 60)
  if (minutes === 1) return say('time.minute')
  return minutes <= 90
    ? say('time.minutes', { count: minutes })
    : say('time.hours', { count: Math.ceil(minutes / 60) })
}

function tooManyPhones(): RuleError {
  return new RuleError('too_many_phones', 429, { retry_after: HOUR_SECONDS })
}

/**
 * Limit of new phones per IPv6 /48, because one connection can own a whole /48 (docs/decisions/0006). Counted
 * in Redis: PostgreSQL would read all payments of a carrier's day for each order.
 */
const newPhones: RateRule = {
  name: 'prompts-site',
  points: env.PROMPT_NEW_PHONES_PER_SITE,
  seconds: 3_600,
}

/** Key of an address's /48; '' for IPv4 and invalid addresses. */
export function siteMark(address: string): string {
  const site = siteOf(address)
  return site === null ? '' : hiddenKey('prompts', site)
}

/** @returns false at the hourly limit */
async function takeSiteRoom(site: string): Promise<boolean> {
  try {
    await takePoints(newPhones, site)
    return true
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error
    // The phone is not prompted, so it must not use up the allowance.
    await returnPoints(newPhones, site)
    return false
  }
}

/** Allows one more new phone, because a phone that has paid before orders again. */
async function giveSiteRoom(site: string): Promise<void> {
  await returnPoints(newPhones, site)
}
