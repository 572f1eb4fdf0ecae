// POST /mpesa/stkpush/v1/processrequest and /mpesa/stkpushquery/v1/query.
import { z } from 'zod'
import { type Acknowledgement, SpikeArrest } from './acknowledgement.ts'
import { callbackUrl, msisdn, parseFields, shillings, shortcode, text, timestamp, word } from './fields.ts'
import type { OutcomeChoice } from './outcome-choice.ts'
import { explainCode, type Plan } from './plan.ts'
import type { Prompt, Prompts } from './prompts.ts'
import { invalidField, Refusal, type Reply, spikeArrest } from './refusal.ts'
import type { Call } from './router.ts'
import type { Schedule } from './schedule.ts'
import { hasTill, isOwnShortcode, type Merchant, type Settings } from './settings.ts'

/** Nobody has written how long a text may be; one this long is a mistake. */
const longestText = 1_000

const pushSchema = z.object({
  BusinessShortCode: shortcode,
  Password: z.string().min(1),
  Timestamp: timestamp,
  TransactionType: word(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline']),
  Amount: shillings(1, 250_000),
  PartyA: msisdn,
  PartyB: shortcode,
  PhoneNumber: msisdn,
  CallBackURL: callbackUrl,
  // The documentation says 12 and 13 characters. Longer ones are taken on, up to what a prompt can hold.
  AccountReference: text(1, longestText),
  TransactionDesc: text(1, longestText),
})

const querySchema = z.object({
  BusinessShortCode: shortcode,
  Password: z.string().min(1),
  Timestamp: timestamp,
  CheckoutRequestID: z.string().min(1),
})

type Parts = {
  merchant: Merchant
  settings: () => Settings
  schedule: Schedule
  prompts: Prompts
  choice: OutcomeChoice
  acknowledgement: Acknowledgement
}

export class Stk {
  readonly #parts: Parts
  readonly #pushes: SpikeArrest
  readonly #queries: SpikeArrest

  constructor(parts: Parts) {
    this.#parts = parts
    const now = () => parts.schedule.now()
    this.#pushes = new SpikeArrest(now)
    this.#queries = new SpikeArrest(now)
  }

  async push(call: Call): Promise<Reply> {
    const { settings, prompts, choice, acknowledgement } = this.#parts
    const { pushesPerMinute } = settings()
    if (!this.#pushes.allows(pushesPerMinute)) return spikeArrest(pushesPerMinute)
    const fields = parseFields(pushSchema, call.body)
    this.#checkMerchant(fields)
    const { merchant } = this.#parts
    if (!isOwnShortcode(merchant, fields.PartyB) && fields.PartyB !== merchant.partyB)
      throw invalidField('PartyB')
    if (fields.TransactionType === 'CustomerBuyGoodsOnline' && !hasTill(merchant))
      throw invalidField('TransactionType')
    // PartyA may be another phone: the prompt goes to this one, whose owner pays by entering the PIN.
    const phone = fields.PhoneNumber
    if (prompts.openOn(phone)) throw new Refusal('500.001.1001', explainCode(1001))
    const plan = { ...choice.take('stk', phone), ...mismatch(merchant, fields) }
    return acknowledgement.give(plan, `stk ${phone}`, async () => {
      const prompt = prompts.push(
        {
          phone,
          amountCents: fields.Amount,
          partyB: fields.PartyB,
          account: fields.AccountReference,
          description: fields.TransactionDesc,
          callbackUrl: fields.CallBackURL,
        },
        plan,
      )
      if (plan.beforeAck) await prompts.answerBeforeAck(prompt)
      return accepted(prompt)
    })
  }

  async query(call: Call): Promise<Reply> {
    const { settings, schedule, prompts, choice, acknowledgement } = this.#parts
    const { queriesPerMinute, tooEarlyMs } = settings()
    if (!this.#queries.allows(queriesPerMinute)) return spikeArrest(queriesPerMinute)
    const fields = parseFields(querySchema, call.body)
    this.#checkMerchant(fields)
    const prompt = prompts.find(fields.CheckoutRequestID)
    if (!prompt) throw new Refusal('500.001.1001', 'The transaction does not exist')
    const plan = choice.take('query', prompt.phone)
    return acknowledgement.give(plan, `query ${prompt.phone}`, () => {
      if (schedule.now().getTime() - Date.parse(prompt.at) < tooEarlyMs)
        throw invalidField('CheckoutRequestID')
      return this.#tell(prompt, plan.query === 'truth' ? prompt.plan.query : plan.query)
    })
  }

  /** What the query says, which need not be what happened. */
  #tell(prompt: Prompt, mode: Plan['query']): Reply {
    switch (mode) {
      case 'failed':
        return queried(prompt, '1032', explainCode(1032))
      case 'paid':
        return queried(prompt, '0', explainCode(0))
      case 'empty':
        return queried(prompt, '', '')
      case 'throttled':
        return spikeArrest(this.#parts.settings().queriesPerMinute)
      case 'processing':
        return this.#pending(prompt)
      case 'truth':
        if (!prompt.result) return this.#pending(prompt)
        return queried(prompt, String(prompt.result.code), prompt.result.description)
    }
  }

  /** The three ways in which a transaction that is not finished has been seen to be told, one after another. */
  #pending(prompt: Prompt): Reply {
    const turn = prompt.queries % 3
    prompt.queries += 1
    if (turn === 1) return queried(prompt, '4999', explainCode(4999))
    throw new Refusal('500.001.1001', turn === 0 ? 'The transaction is being processed' : '')
  }

  #checkMerchant(fields: { BusinessShortCode: string; Password: string; Timestamp: string }): void {
    const { merchant } = this.#parts
    if (!isOwnShortcode(merchant, fields.BusinessShortCode)) {
      throw new Refusal('500.001.1001', 'Merchant does not exist')
    }
    const secret = `${fields.BusinessShortCode}${merchant.passkey}${fields.Timestamp}`
    if (fields.Password !== Buffer.from(secret).toString('base64')) {
      throw new Refusal('500.001.1001', 'Wrong credentials')
    }
  }
}

/** A type that does not fit the party is taken on, and then fails without a prompt. */
function mismatch(
  merchant: Merchant,
  { TransactionType, PartyB }: { TransactionType: string; PartyB: string },
): Partial<Plan> {
  if (!hasTill(merchant)) return {}
  const isToTill = PartyB === merchant.partyB
  if (TransactionType === 'CustomerPayBillOnline') return isToTill ? { answer: 2028 } : {}
  return isToTill ? {} : { answer: 'SFC_IC0003' }
}

function accepted(prompt: Prompt): Reply {
  return {
    status: 200,
    json: {
      MerchantRequestID: prompt.merchantRequestId,
      CheckoutRequestID: prompt.checkoutRequestId,
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    },
  }
}

function queried(prompt: Prompt, code: string, description: string): Reply {
  return {
    status: 200,
    json: {
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successsfully',
      MerchantRequestID: prompt.merchantRequestId,
      CheckoutRequestID: prompt.checkoutRequestId,
      ResultCode: code,
      ResultDesc: description,
    },
  }
}
