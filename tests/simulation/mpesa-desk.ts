import { z } from 'zod'
import type { Settings } from '#simulator/settings.ts'

const line = z.object({
  receipt: z.string(),
  kind: z.enum(['stk', 'paybill', 'b2c', 'reversal', 'deposit', 'charge']),
  at: z.string(),
  phone: z.string(),
  amountCents: z.number().transform(BigInt),
  account: z.string(),
  originatorConversationId: z.string().optional(),
})
/** A transaction in M-Pesa's book. */
export type BookLine = z.output<typeof line>

const book = z.object({
  accounts: z.object({
    workingCents: z.number().transform(BigInt),
    utilityCents: z.number().transform(BigInt),
    openingWorkingCents: z.number().transform(BigInt),
    openingUtilityCents: z.number().transform(BigInt),
  }),
  transactions: z.array(line),
})
export type MpesaBook = z.output<typeof book>

const paid = z.object({ accepted: z.boolean(), receipt: z.string().nullish() })

/** The simulator's control API, which is not part of the product. */
export class MpesaDesk {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  configure(settings: Partial<Settings>): Promise<unknown> {
    return this.#post('settings', settings)
  }

  /** The control API's maximum step. */
  static readonly #most = 30 * 86_400_000

  /** Advances M-Pesa's clock; due callbacks are answered on return. */
  async advance(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= MpesaDesk.#most)
      await this.#post('advance', { ms: Math.min(left, MpesaDesk.#most) })
  }

  fund(utilityCents: number): Promise<unknown> {
    return this.#post('accounts', { utilityCents })
  }

  /** The owner moves money to or from a bank, or between the accounts; changes of each account. */
  move(by: { workingCents?: number; utilityCents?: number }): Promise<unknown> {
    return this.#post('move', by)
  }

  /** M-Pesa charges the working account and lists it in the statement. */
  charge(phone: string, amountCents: number): Promise<unknown> {
    return this.#post('charge', { phone, amountCents })
  }

  /** @returns whether M-Pesa accepted the payment */
  async payPaybill(phone: string, amountCents: number, account: string): Promise<boolean> {
    return paid.parse(await this.#post('paybill', { phone, amountCents, account })).accepted
  }

  async readBook(): Promise<MpesaBook> {
    return book.parse(await (await fetch(`${this.#url}/control/book`)).json())
  }

  async #post(path: string, body: unknown): Promise<unknown> {
    const answer = await fetch(`${this.#url}/control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (answer.status !== 200)
      throw new Error(`M-Pesa's control API says ${answer.status} to ${path}: ${text}`)
    return JSON.parse(text)
  }
}
