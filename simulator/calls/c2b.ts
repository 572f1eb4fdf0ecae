// Paybill: POST /mpesa/c2b/v1/registerurl and v2, /mpesa/c2b/v1/simulate and v2, validation, confirmation.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { SentC2bPayment } from '#lib/daraja/answers.ts'
import { c2bRegisterRequest, c2bSimulateRequest } from '#lib/daraja/requests.ts'
import { type Book, MoneyRefused, type Transaction } from '../mpesa/book.ts'
import type { Deliveries } from '../mpesa/deliveries.ts'
import { newConversationId, newRequestId, toDecimal, toJson, toStamp } from '../mpesa/formats.ts'
import { type Handsets, nameOf } from '../mpesa/handsets.ts'
import type { Schedule } from '../mpesa/schedule.ts'
import {
  type Spoken,
  sayNoBusiness,
  sayNotAccepted,
  saySent,
  thenBalance,
  tooPoorForPaybill,
} from '../mpesa/words.ts'
import { invalidField, parseFields, Refusal } from '../refusals.ts'
import type { Call, Reply } from '../server.ts'
import { hasTill, isOwnShortcode, type Merchant, type Settings } from '../settings.ts'

export const urlsSchema = z.object({
  responseType: z.enum(['Completed', 'Cancelled']),
  confirmationUrl: z.string(),
  validationUrl: z.string(),
  /** Missing in older state files. */
  shortcode: z.string().optional(),
})
export type Urls = z.output<typeof urlsSchema>

const validationSchema = z.object({ ResultCode: z.union([z.string(), z.number()]).transform(String) })

/** The outcome of a Paybill payment; `said` has the payer's message in both languages. */
export type Paid = {
  accepted: boolean
  receipt: string | null
  resultCode: string
  message: string
  said: Spoken
}

type Parts = {
  urls: Urls | undefined
  merchant: Merchant
  settings: () => Settings
  schedule: Schedule
  book: Book
  handsets: Handsets
  deliveries: Deliveries
  changed: () => void
}

export class C2b {
  #urls: Urls | undefined
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
    this.#urls = parts.urls
  }

  /** Replaces the addresses, as the sandbox does, or refuses a second registration, as production does. */
  register(call: Call): Reply {
    const fields = parseFields(c2bRegisterRequest, call.body)
    if (!isOwnShortcode(this.#parts.merchant, fields.ShortCode)) throw invalidField('ShortCode')
    if (this.#parts.settings().registersOnce && this.#urls?.shortcode === fields.ShortCode)
      throw new Refusal('500.003.1001', 'Urls are already registered.')
    this.#urls = {
      shortcode: fields.ShortCode,
      responseType: fields.ResponseType,
      confirmationUrl: fields.ConfirmationURL,
      validationUrl: fields.ValidationURL,
    }
    this.#parts.changed()
    const json = {
      OriginatorCoversationID: newRequestId(),
      ResponseCode: '0',
      ResponseDescription: 'Success',
    }
    return { status: 200, json }
  }

  simulate(call: Call): Reply {
    const { merchant, schedule } = this.#parts
    const fields = parseFields(c2bSimulateRequest, call.body)
    const isForTill = fields.CommandID === 'CustomerBuyGoodsOnline'
    if (isForTill && !hasTill(merchant)) throw invalidField('CommandID')
    if (!isOwnShortcode(merchant, fields.ShortCode) && fields.ShortCode !== merchant.partyB)
      throw invalidField('ShortCode')
    const payment = {
      phone: fields.Msisdn,
      amountCents: fields.Amount,
      account: isForTill ? '' : (fields.BillRefNumber ?? ''),
      business: isForTill ? merchant.partyB : fields.ShortCode,
    }
    schedule.after(0, () => this.pay(payment))
    const json = {
      ConversationID: newConversationId(schedule.now()),
      OriginatorCoversationID: newRequestId(),
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
    }
    return { status: 200, json }
  }

  get urls(): Urls | undefined {
    return this.#urls
  }

  /** Deletes the addresses, as two operators do in Safaricom's portal. */
  deleteUrls(): void {
    this.#urls = undefined
    this.#parts.changed()
  }

  /** Resolves when paid or refused; the confirmation follows after `callbackMs`. */
  async pay(payment: {
    phone: string
    amountCents: bigint
    account: string
    business: string
  }): Promise<Paid> {
    const { merchant, book, handsets, schedule, settings } = this.#parts
    const { phone, amountCents, account, business } = payment
    if (!isOwnShortcode(merchant, business) && business !== merchant.partyB) {
      return this.#refuse(phone, 'SFC_IC0003', sayNoBusiness(business))
    }
    const receipt = book.newReceipt()
    const named = business === merchant.shortcode ? {} : { business }
    const draft: Transaction = {
      receipt,
      kind: 'paybill',
      at: schedule.now().toISOString(),
      phone,
      amountCents,
      account,
      ...named,
    }
    const refusal = await this.#validate(draft)
    if (refusal) {
      return this.#refuse(phone, refusal, sayNotAccepted(merchant.organization, account))
    }
    try {
      const line = book.collect({ kind: 'paybill', phone, amountCents, account, receipt, ...named })
      const said = saySent({ receipt, amountCents, organization: merchant.organization, account })
      handsets.say(phone, thenBalance(said, book.balanceOf(phone)))
      schedule.after(settings().callbackMs, () => this.confirm(line))
      return { accepted: true, receipt, resultCode: '0', message: said.en, said }
    } catch (error) {
      if (!(error instanceof MoneyRefused)) throw error
      return this.#refuse(phone, String(error.code), tooPoorForPaybill)
    }
  }

  async confirm(line: Transaction): Promise<void> {
    if (!this.#urls) return
    const body = this.#write(line, toDecimal(this.#parts.book.accounts().workingCents))
    await this.#parts.deliveries.send('confirmation', line.receipt, this.#urls.confirmationUrl, body)
  }

  #refuse(phone: string, resultCode: string, said: Spoken): Paid {
    this.#parts.handsets.say(phone, said)
    return { accepted: false, receipt: null, resultCode, message: said.en, said }
  }

  /**
   * Asks the merchant to validate a payment. Returns the refusal code, or undefined. After a timeout the
   * registered ResponseType decides.
   */
  async #validate(draft: Transaction): Promise<string | undefined> {
    const { settings, deliveries } = this.#parts
    if (!this.#urls || !settings().validation) return undefined
    const url = this.#urls.validationUrl
    const asked = await deliveries.ask(
      'validation',
      draft.receipt,
      url,
      this.#write(draft, ''),
      settings().validationMs,
    )
    const answer = validationSchema.safeParse(parseJson(asked.answer))
    if (asked.status === 200 && answer.success) {
      return answer.data.ResultCode === '0' ? undefined : answer.data.ResultCode
    }
    return this.#urls.responseType === 'Completed' ? undefined : 'C2B00016'
  }

  #write(line: Transaction, orgAccountBalance: string): string {
    const { merchant } = this.#parts
    const business = line.business ?? merchant.shortcode
    const isForTill = hasTill(merchant) && business === merchant.partyB
    const payment: SentC2bPayment = {
      TransactionType: isForTill ? 'Buy Goods' : 'Pay Bill',
      TransID: line.receipt,
      TransTime: toStamp(new Date(line.at)),
      TransAmount: toDecimal(line.amountCents),
      BusinessShortCode: business,
      BillRefNumber: line.account,
      InvoiceNumber: '',
      OrgAccountBalance: orgAccountBalance,
      ThirdPartyTransID: '',
      MSISDN: disguise(line.phone, this.#parts.settings().msisdn),
      FirstName: nameOf(line.phone),
      MiddleName: '',
      LastName: '',
    }
    return toJson(payment)
  }
}

function disguise(phone: string, as: Settings['msisdn']): string {
  if (as === 'plain') return phone
  if (as === 'hashed') return createHash('sha256').update(phone).digest('hex')
  return `${phone.slice(0, 4)}*****${phone.slice(-3)}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
