// What can be turned while the simulator runs, through /control/settings.
import { z } from 'zod'

const ms = z.number().int().min(0).max(3_600_000)

export const settingsSchema = z.strictObject({
  /** Prompts are answered by the simulator itself, unless a handset page is open for the phone. */
  autoAccept: z.boolean().default(true),
  /** `refuse` cuts every connection to the API, `unavailable` answers 503; handset and control API go on. */
  outage: z.enum(['off', 'refuse', 'unavailable']).default('off'),
  /** Name of the outcome for phones whose suffix means nothing (outcomes.ts). */
  defaultOutcome: z.string().default('paid'),
  /** The same amount from the same phone to the same till within two minutes fails with 17. Off: a fan votes again. */
  rule17: z.boolean().default(false),
  /** Every paid prompt is also sent as a C2B confirmation, as some production shortcodes see it. */
  alsoC2b: z.boolean().default(false),
  /** Paybill payments ask the registered ValidationURL first. */
  validation: z.boolean().default(true),
  /** How MSISDN looks in C2B payloads. */
  msisdn: z.enum(['masked', 'hashed', 'plain']).default('masked'),
  /** Milliseconds from the prompt on the handset to its automatic answer. */
  acceptMs: ms.default(2_000),
  /** Milliseconds from the answer to the callback. */
  callbackMs: ms.default(300),
  /** The same for outcomes called late: the longest delay reported is about 26 s. */
  lateMs: ms.default(20_000),
  /** How long a prompt stays on the handset before it ends as 1037. */
  promptMs: ms.default(60_000),
  /** Delay of an acknowledgement called slow. */
  slowMs: ms.default(8_000),
  /** Milliseconds from the acknowledgement of B2C, status, balance and reversal to their Result. */
  resultMs: ms.default(2_000),
  /** Milliseconds to a QueueTimeOut. */
  queueTimeOutMs: ms.default(5_000),
  /** An STK query sooner than this after its push is refused with 400.002.02. */
  tooEarlyMs: ms.default(3_000),
  /** How long C2B validation may take. */
  validationMs: ms.default(8_000),
  /** Lifetime of an access token in seconds. */
  tokenSeconds: z.number().int().min(1).default(3_599),
  /** `expires_in` has been seen as a number and as a string. */
  expiresInAsText: z.boolean().default(false),
  /** Spike arrest: calls in any 60 s, 0 for no limit. */
  queriesPerMinute: z.number().int().min(0).default(5),
  pushesPerMinute: z.number().int().min(0).default(0),
  /** Callbacks that are not answered with 2xx are sent again this often. Safaricom has been seen not to: 0. */
  callbackRetries: z.number().int().min(0).max(10).default(0),
  callbackRetryMs: ms.default(5_000),
  /** A callback that is not answered within this time is given up. */
  callbackTimeoutMs: ms.default(10_000),
  statementPageSize: z.number().int().min(1).max(10_000).default(100),
  /** What a phone holds when it is first seen, in cents. */
  startBalanceCents: z.number().int().min(0).default(2_000_000),
  /** The most a phone may hold, in cents: code 8 beyond it. */
  maximumBalanceCents: z.number().int().min(0).default(50_000_000),
})

export type Settings = z.infer<typeof settingsSchema>

/** The settings in force, and those to go back to. */
export class SettingsStore {
  #current: Settings
  readonly #first: Settings

  /** @throws ZodError */
  constructor(given: Partial<Settings>) {
    this.#first = settingsSchema.parse(given)
    this.#current = this.#first
  }

  get current(): Settings {
    return this.#current
  }

  /** Changes what is given and leaves the rest. @throws ZodError */
  change(change: Partial<Settings>): Settings {
    this.#current = settingsSchema.parse({ ...this.#current, ...change })
    return this.#current
  }

  reset(): void {
    this.#current = this.#first
  }
}

/** Who the simulator plays, and for whom. The defaults are those of lib/core/env.ts. */
export type Merchant = {
  consumerKey: string
  consumerSecret: string
  shortcode: string
  /** The till or head office that the money goes to, where it differs from the shortcode. */
  partyB: string
  passkey: string
  /** The name that the payer reads. */
  organization: string
  initiatorName: string
  initiatorPassword: string
}

export const demoMerchant: Merchant = {
  consumerKey: 'simulator-key',
  consumerSecret: 'simulator-secret',
  shortcode: '600999',
  partyB: '600999',
  passkey: 'simulator-passkey',
  organization: 'NGOMA',
  initiatorName: 'ngoma-api',
  initiatorPassword: 'simulator-initiator',
}
