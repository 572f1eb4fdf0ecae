// POST /mpesa/stkpush/v1/processrequest and /mpesa/stkpushquery/v1/query.
import type { SentStkAck, SentStkQueryAnswer } from '#lib/daraja/answers.ts'
import { stkPushRequest, stkQueryRequest } from '#lib/daraja/requests.ts'
import type { OutcomeChoice } from '../mpesa/outcomes.ts'
import { describeCode, type Plan } from '../mpesa/plan.ts'
import type { Prompt, Prompts } from '../mpesa/prompts.ts'
import type { Schedule } from '../mpesa/schedule.ts'
import { invalidField, parseFields, Refusal, spikeArrest } from '../refusals.ts'
import type { Call, Reply } from '../server.ts'
import { hasTill, isOwnShortcode, type Merchant, type Settings } from '../settings.ts'
import type { Acknowledgement } from './answers.ts'

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
    const fields = parseFields(stkPushRequest, call.body)
    this.#checkMerchant(fields)
    const { merchant } = this.#parts
    if (!isOwnShortcode(merchant, fields.PartyB) && fields.PartyB !== merchant.partyB)
      throw invalidField('PartyB')
    if (fields.TransactionType === 'CustomerBuyGoodsOnline' && !hasTill(merchant))
      throw invalidField('TransactionType')
    // The owner of this phone pays; PartyA may be another phone.
    const phone = fields.PhoneNumber
    if (prompts.openOn(phone)) throw new Refusal('500.001.1001', describeCode(1001))
    const plan = { ...choice.take('stk', phone), ...planForMismatch(merchant, fields) }
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
    const fields = parseFields(stkQueryRequest, call.body)
    this.#checkMerchant(fields)
    const prompt = prompts.find(fields.CheckoutRequestID)
    if (!prompt) throw new Refusal('500.001.1001', 'The transaction does not exist')
    const plan = choice.take('query', prompt.phone)
    return acknowledgement.give(plan, `query ${prompt.phone}`, () => {
      if (schedule.now().getTime() - Date.parse(prompt.at) < tooEarlyMs)
        throw invalidField('CheckoutRequestID')
      return this.#answer(prompt, plan.query === 'truth' ? prompt.plan.query : plan.query)
    })
  }

  /** Answers a query as the plan says, even if this differs from what happened. */
  #answer(prompt: Prompt, mode: Plan['query']): Reply {
    switch (mode) {
      case 'failed':
        return queried(prompt, '1032', describeCode(1032))
      case 'paid':
        return queried(prompt, '0', describeCode(0))
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

  /** Cycles through the three observed answers for an open prompt. */
  #pending(prompt: Prompt): Reply {
    const turn = prompt.queries % 3
    prompt.queries += 1
    if (turn === 1) return queried(prompt, '4999', describeCode(4999))
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

/** A TransactionType that does not match PartyB is accepted and fails without a prompt. */
function planForMismatch(
  merchant: Merchant,
  { TransactionType, PartyB }: { TransactionType: string; PartyB: string },
): Partial<Plan> {
  if (!hasTill(merchant)) return {}
  const isToTill = PartyB === merchant.partyB
  if (TransactionType === 'CustomerPayBillOnline') return isToTill ? { answer: 2028 } : {}
  return isToTill ? {} : { answer: 'SFC_IC0003' }
}

function accepted(prompt: Prompt): Reply {
  const json: SentStkAck = {
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  }
  return { status: 200, json }
}

function queried(prompt: Prompt, code: string, description: string): Reply {
  const json: SentStkQueryAnswer = {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successsfully',
    MerchantRequestID: prompt.merchantRequestId,
    CheckoutRequestID: prompt.checkoutRequestId,
    ResultCode: code,
    ResultDesc: description,
  }
  return { status: 200, json }
}

/** Counts calls in a sliding minute. */
class SpikeArrest {
  #calls: number[] = []
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  allows(perMinute: number): boolean {
    if (perMinute === 0) return true
    const now = this.#now().getTime()
    this.#calls = this.#calls.filter((at) => at > now - 60_000)
    if (this.#calls.length >= perMinute) return false
    this.#calls.push(now)
    return true
  }
}
