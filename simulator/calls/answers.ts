import type { SentAck } from '#lib/daraja/answers.ts'
import type { Book } from '../mpesa/book.ts'
import type { Deliveries } from '../mpesa/deliveries.ts'
import { newConversationId, newRequestId, toJson } from '../mpesa/formats.ts'
import type { OutcomeChoice } from '../mpesa/outcomes.ts'
import { describeCode, type Plan, type ResultCode } from '../mpesa/plan.ts'
import type { Schedule } from '../mpesa/schedule.ts'
import { invalidField, Refusal, spikeArrest } from '../refusals.ts'
import type { Reply } from '../server.ts'
import type { Settings } from '../settings.ts'
import type { Initiator } from './initiator.ts'
import type { Tokens } from './oauth.ts'

/** Answers a request as `ack` of its plan says. */
export class Acknowledgement {
  /** Requests whose token was refused once; their retry passes. */
  #refused = new Set<string>()
  readonly #parts: { tokens: Tokens; schedule: Schedule; settings: () => Settings }

  constructor(parts: { tokens: Tokens; schedule: Schedule; settings: () => Settings }) {
    this.#parts = parts
  }

  /** `subject` identifies the request. */
  async give(plan: Plan, subject: string, work: () => Reply | Promise<Reply>): Promise<Reply> {
    const { tokens, schedule, settings } = this.#parts
    switch (plan.ack) {
      case 'ok':
        return work()
      case 'lost':
        await work()
        return 'cut'
      case 'lost-before':
        return 'cut'
      case 'error':
        throw new Refusal('500.003.1001', 'Internal Server Error')
      case 'error-after':
        await work()
        throw new Refusal('500.003.1001', 'Internal Server Error')
      case 'busy':
        throw new Refusal('500.003.02', 'System is busy. Please try again in few minutes.')
      case 'throttled':
        return spikeArrest(settings().queriesPerMinute)
      case 'other-network':
        throw invalidField('PhoneNumber')
      case 'slow': {
        const reply = await work()
        await schedule.wait(settings().slowMs)
        return reply
      }
      case 'token-revoked':
        if (this.#refused.delete(subject)) return work()
        this.#refused.add(subject)
        tokens.revoke()
        throw new Refusal('404.001.03', 'Invalid Access Token')
    }
  }
}

export type Parameter = { Key: string; Value: unknown }

export type Outcome = { code: ResultCode; transactionId: string; parameters?: Parameter[] }

type ConversationIds = { conversationId: string; originatorConversationId: string }

export type Order = ConversationIds & {
  resultUrl: string
  queueTimeOutUrl: string
  plan: Plan
  /** Called before the acknowledgement. */
  begin?: () => void
  /** Carries out the order. Called once; `failWith` is the failure code that the plan demands. */
  work: (failWith: ResultCode | undefined) => Outcome
}

type Ordered = { Initiator: string; SecurityCredential: string; ResultURL: string; QueueTimeOutURL: string }

/** No source names the code of a QueueTimeOut; this one has no meaning. */
const queueTimeOutCode = 1037

type Parts = {
  schedule: Schedule
  settings: () => Settings
  book: Book
  deliveries: Deliveries
  acknowledgement: Acknowledgement
  initiator: Initiator
  choice: OutcomeChoice
}

export class Results {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  newIds(): ConversationIds {
    return {
      conversationId: newConversationId(this.#parts.schedule.now()),
      originatorConversationId: newRequestId(),
    }
  }

  /** Accepts a query or reversal. `work` runs only with a valid initiator and a successful plan. */
  order(
    api: 'status' | 'balance' | 'reversal',
    fields: Ordered,
    subject: string,
    work: (ids: ConversationIds) => Outcome,
  ): Promise<Reply> {
    const { initiator, choice, book } = this.#parts
    const refusedWith = initiator.check(fields.Initiator, fields.SecurityCredential)
    const ids = this.newIds()
    const order: Order = {
      ...ids,
      resultUrl: fields.ResultURL,
      queueTimeOutUrl: fields.QueueTimeOutURL,
      plan: choice.take(api),
      work: (failWith) => {
        const code = refusedWith ?? failWith
        return code === undefined ? work(ids) : { code, transactionId: book.newReceipt() }
      },
    }
    return this.accept(order, `${api} ${subject}`)
  }

  accept(order: Order, subject: string): Promise<Reply> {
    return this.#parts.acknowledgement.give(order.plan, subject, async () => {
      order.begin?.()
      if (order.plan.beforeAck) await this.#sendResult(order, this.#work(order))
      else this.start(order)
      const json: SentAck = {
        ConversationID: order.conversationId,
        OriginatorConversationID: order.originatorConversationId,
        ResponseCode: '0',
        ResponseDescription: 'Accept the service request successfully.',
      }
      return { status: 200, json }
    })
  }

  /** Carries out the order after `resultMs`, and sends the Result then or after `lateMs`. */
  start(order: Order): void {
    const { schedule, settings } = this.#parts
    const { resultMs, lateMs, queueTimeOutMs } = settings()
    const { plan } = order
    if (plan.queueTimeOut !== 'none') schedule.after(queueTimeOutMs, () => this.#sendQueueTimeOut(order))
    schedule.after(resultMs, async () => {
      const outcome = this.#work(order)
      if (plan.queueTimeOut === 'only') return
      const dueMs = Math.max(plan.late ? lateMs : 0, plan.queueTimeOut === 'and-result' ? queueTimeOutMs : 0)
      if (dueMs > resultMs) schedule.after(dueMs - resultMs, () => this.#sendResult(order, outcome))
      else await this.#sendResult(order, outcome)
    })
  }

  #work(order: Order): Outcome {
    return order.work(order.plan.answer === 'accept' ? undefined : order.plan.answer)
  }

  async #sendResult(order: Order, outcome: Outcome): Promise<void> {
    const body = writeResult(order, outcome)
    const send = () => this.#parts.deliveries.send('result', order.conversationId, order.resultUrl, body)
    await Promise.all(Array.from({ length: order.plan.copies }, send))
  }

  async #sendQueueTimeOut(order: Order): Promise<void> {
    const body = toJson({
      Result: {
        ResultType: 1,
        ResultCode: queueTimeOutCode,
        ResultDesc: 'The service request has timed out.',
        OriginatorConversationID: order.originatorConversationId,
        ConversationID: order.conversationId,
        TransactionID: '',
      },
    })
    await this.#parts.deliveries.send('queue-timeout', order.conversationId, order.queueTimeOutUrl, body)
  }
}

function writeResult(order: Order, outcome: Outcome): string {
  const { plan } = order
  const { parameters = [] } = outcome
  const listed = plan.singleParameter ? parameters[0] : parameters
  return toJson({
    Result: {
      ResultType: 0,
      ResultCode: plan.codeAsText ? String(outcome.code) : outcome.code,
      ResultDesc: describeCode(outcome.code),
      OriginatorConversationID: plan.otherOriginatorId ? newRequestId() : order.originatorConversationId,
      ConversationID: order.conversationId,
      TransactionID: outcome.transactionId,
      ...(parameters.length > 0 && { ResultParameters: { ResultParameter: listed } }),
      ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: order.queueTimeOutUrl } },
    },
  })
}

export function toParameters(values: Record<string, unknown>): Parameter[] {
  return Object.entries(values).map(([Key, Value]) => ({ Key, Value }))
}
