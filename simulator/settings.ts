import { z } from 'zod'

const ms = z.number().int().min(0).max(3_600_000)

const settingsSchema = z.strictObject({
  /** Answers prompts automatically, unless a handset page is open. */
  autoAccept: z.boolean(),
  /** `refuse` cuts API connections, `unavailable` answers 503; other pages work. */
  outage: z.enum(['off', 'refuse', 'unavailable']),
  /** For phones without an outcome in mpesa/outcomes.ts. */
  defaultOutcome: z.string(),
  /** A repeated amount within two minutes fails with 17. Off by default, because fans vote again. */
  rule17: z.boolean(),
  /** Also confirms paid prompts by C2B, as production does for some shortcodes. */
  alsoC2b: z.boolean(),
  /** Refuses to replace C2B addresses (500.003.1001), as production does. */
  registersOnce: z.boolean(),
  /** The statement of an unregistered shortcode is empty (1001), as in production. */
  statementNeedsRegistration: z.boolean(),
  /** Calls ValidationURL before a Paybill payment. */
  validation: z.boolean(),
  /** Accepts a SecurityCredential for another certificate, such as the sandbox's. M-Pesa answers 2001. */
  foreignCredentials: z.boolean(),
  msisdn: z.enum(['masked', 'hashed', 'plain']),
  /** Time from the prompt to its automatic answer. */
  acceptMs: ms,
  /** Time from the answer to the callback. */
  callbackMs: ms,
  /** Time to the callback or Result of late outcomes. At most about 26 s were reported. */
  lateMs: ms,
  /** Time until a prompt expires (1037). */
  promptMs: ms,
  slowMs: ms,
  /** Time from the acknowledgement to the Result. */
  resultMs: ms,
  queueTimeOutMs: ms,
  /** An STK query earlier than this gets 400.002.02. */
  tooEarlyMs: ms,
  validationMs: ms,
  tokenSeconds: z.number().int().min(1),
  /** Whether `expires_in` is a string: both number and string were observed. */
  expiresInAsText: z.boolean(),
  /** Calls per sliding minute; 0 for no limit. */
  queriesPerMinute: z.number().int().min(0),
  pushesPerMinute: z.number().int().min(0),
  /** 0 by default, as observed of Safaricom. */
  callbackRetries: z.number().int().min(0).max(10),
  callbackRetryMs: ms,
  callbackTimeoutMs: ms,
  statementPageSize: z.number().int().min(1).max(10_000),
  /**
   * No source says how the statement lists a reversal: `named` (the payment's receipt as account number),
   * `account` (its account number), `same` (its own receipt), `positive` (as `named`, amount above zero).
   */
  reversalLine: z.enum(['named', 'account', 'same', 'positive']),
  unclearedCents: z.number().int().min(0),
  /** A phone's initial balance. */
  startBalanceCents: z.number().int().min(0),
  /** A payment that lifts a phone above this balance fails with code 8. */
  maximumBalanceCents: z.number().int().min(0),
})

export type Settings = z.infer<typeof settingsSchema>

export const settingsChangeSchema = settingsSchema.partial()

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
  unclearedCents: 0,
  startBalanceCents: 2_000_000,
  maximumBalanceCents: 50_000_000,
}

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

export type Merchant = {
  consumerKey: string
  consumerSecret: string
  shortcode: string
  /** Other shortcodes that are paid into the same accounts. The sandbox uses another one for prompts. */
  alsoShortcodes: readonly string[]
  /** The till or head office that prompts pay, else the shortcode. */
  partyB: string
  passkey: string
  organization: string
  initiatorName: string
  initiatorPassword: string
}

/** The same values as in lib/core/env-variables.ts. */
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

export function isOwnShortcode({ shortcode, alsoShortcodes }: Merchant, code: string): boolean {
  return code === shortcode || alsoShortcodes.includes(code)
}

/** Whether a till (Buy Goods) receives the money, instead of a Paybill. */
export function hasTill({ shortcode, partyB }: Merchant): boolean {
  return partyB !== shortcode
}
