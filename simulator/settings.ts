// The settings, which /control/settings changes while the simulator runs, and the merchant for whom it plays M-Pesa.
import { z } from 'zod'

const ms = z.number().int().min(0).max(3_600_000)

const settingsSchema = z.strictObject({
  /** Prompts are answered by the simulator itself, unless a handset page is open for the phone. */
  autoAccept: z.boolean(),
  /** `refuse` cuts every connection to the API, `unavailable` answers 503; handset and control API go on. */
  outage: z.enum(['off', 'refuse', 'unavailable']),
  /** The outcome for phones whose last digits mean nothing, by its name in mpesa/outcomes.ts. */
  defaultOutcome: z.string(),
  /** The same amount from the same phone to the same till within two minutes fails with 17. Off, because a fan votes again. */
  rule17: z.boolean(),
  /** Every paid prompt is also sent as a C2B confirmation, as for some shortcodes in production. */
  alsoC2b: z.boolean(),
  /** C2B addresses are taken once, as in production; until they are deleted others are refused (500.003.1001). */
  registersOnce: z.boolean(),
  /** The statement of a shortcode that was not registered for it is empty (1001), as in production. */
  statementNeedsRegistration: z.boolean(),
  /** Paybill payments ask the registered ValidationURL first. */
  validation: z.boolean(),
  /**
   * A SecurityCredential that was encrypted for another certificate, such as the sandbox's, can not be read here and is
   * taken as right. Off, it is a wrong initiator (2001), as for M-Pesa.
   */
  foreignCredentials: z.boolean(),
  /** How C2B payloads write MSISDN. */
  msisdn: z.enum(['masked', 'hashed', 'plain']),
  /** Milliseconds from the prompt on the handset to its automatic answer. */
  acceptMs: ms,
  /** Milliseconds from the answer to the callback. */
  callbackMs: ms,
  /** The same for outcomes named late. The longest delay reported is about 26 s. */
  lateMs: ms,
  /** How long a prompt stays on the handset before it expires (1037). */
  promptMs: ms,
  /** Delay of a slow acknowledgement. */
  slowMs: ms,
  /** Milliseconds from the acknowledgement of B2C, status, balance and reversal to their Result. */
  resultMs: ms,
  /** Milliseconds to a QueueTimeOut. */
  queueTimeOutMs: ms,
  /** An STK query sooner than this after its push is refused with 400.002.02. */
  tooEarlyMs: ms,
  /** How long C2B validation may take. */
  validationMs: ms,
  /** Lifetime of an access token in seconds. */
  tokenSeconds: z.number().int().min(1),
  /** `expires_in` has been seen as a number and as a string. */
  expiresInAsText: z.boolean(),
  /** Spike arrest: calls in any 60 s, 0 for no limit. */
  queriesPerMinute: z.number().int().min(0),
  pushesPerMinute: z.number().int().min(0),
  /** How often a callback that is not answered with 2xx is sent again. 0, because Safaricom has been seen not to. */
  callbackRetries: z.number().int().min(0).max(10),
  callbackRetryMs: ms,
  /** How long the answer to a callback may take. */
  callbackTimeoutMs: ms,
  statementPageSize: z.number().int().min(1).max(10_000),
  /**
   * How the statement lists a reversal. No source says: `named` has the receipt of the payment for its account number, `account`
   * the payment's account number, `same` the payment's own receipt, and `positive` is like `named` with an amount above zero.
   */
  reversalLine: z.enum(['named', 'account', 'same', 'positive']),
  /** What a phone holds when it is first seen, in cents. */
  startBalanceCents: z.number().int().min(0),
  /** The most a phone may hold, in cents: code 8 beyond it. */
  maximumBalanceCents: z.number().int().min(0),
})

export type Settings = z.infer<typeof settingsSchema>

export const settingsChangeSchema = settingsSchema.partial()

/** The settings of a simulator that was given none. */
const defaultSettings: Settings = {
  autoAccept: true,
  outage: 'off',
  defaultOutcome: 'paid',
  rule17: false,
  alsoC2b: false,
  registersOnce: false,
  statementNeedsRegistration: false,
  validation: true,
  foreignCredentials: true,
  msisdn: 'masked',
  acceptMs: 2_000,
  callbackMs: 300,
  lateMs: 20_000,
  promptMs: 60_000,
  slowMs: 8_000,
  resultMs: 2_000,
  queueTimeOutMs: 5_000,
  tooEarlyMs: 3_000,
  validationMs: 8_000,
  tokenSeconds: 3_599,
  expiresInAsText: false,
  queriesPerMinute: 5,
  pushesPerMinute: 0,
  callbackRetries: 0,
  callbackRetryMs: 5_000,
  callbackTimeoutMs: 10_000,
  statementPageSize: 100,
  reversalLine: 'named',
  startBalanceCents: 2_000_000,
  maximumBalanceCents: 50_000_000,
}

/** The current settings, and those of the start. */
export class SettingsStore {
  #current: Settings
  readonly #first: Settings

  /** @throws ZodError */
  constructor(given: Partial<Settings>) {
    this.#first = settingsSchema.parse({ ...defaultSettings, ...given })
    this.#current = this.#first
  }

  get current(): Settings {
    return this.#current
  }

  /** @throws ZodError */
  change(change: Partial<Settings>): Settings {
    this.#current = settingsSchema.parse({ ...this.#current, ...change })
    return this.#current
  }

  reset(): void {
    this.#current = this.#first
  }
}

/** The merchant for whom the simulator plays M-Pesa. */
export type Merchant = {
  consumerKey: string
  consumerSecret: string
  shortcode: string
  /** Further shortcodes of the merchant, paid into the same accounts. The sandbox has one for prompts and another for the rest. */
  alsoShortcodes: readonly string[]
  /** The till or head office that is paid; the same as the shortcode where there is none. */
  partyB: string
  passkey: string
  /** The name that the payer reads. */
  organization: string
  initiatorName: string
  initiatorPassword: string
}

/** The defaults of main.ts. The product's client has the same ones in lib/core/env.ts. */
export const demoMerchant: Merchant = {
  consumerKey: 'simulator-key',
  consumerSecret: 'simulator-secret',
  shortcode: '600999',
  alsoShortcodes: [],
  partyB: '600999',
  passkey: 'simulator-passkey',
  organization: 'NGOMA',
  initiatorName: 'ngoma-api',
  initiatorPassword: 'simulator-initiator',
}

/** Whether a shortcode is the merchant's. */
export function isOwnShortcode({ shortcode, alsoShortcodes }: Merchant, code: string): boolean {
  return code === shortcode || alsoShortcodes.includes(code)
}

/** Whether the merchant's money goes to a till behind the shortcode (Buy Goods), instead of to a Paybill. */
export function hasTill({ shortcode, partyB }: Merchant): boolean {
  return partyB !== shortcode
}
