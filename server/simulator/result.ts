// B2C, transaction status, account balance and reversal answer twice: an acknowledgement now, a Result later.
import type { Acknowledgement } from './acknowledgement.ts'
import type { Deliveries } from './deliveries.ts'
import { toJson } from './figures.ts'
import { newConversationId, newRequestId } from './identifiers.ts'
import { explainCode, type Plan, type ResultCode } from './plan.ts'
import type { Reply } from './refusal.ts'
import type { Schedule } from './schedule.ts'
import type { Settings } from './settings.ts'

export type Parameter = { Key: string; Value: unknown }

/** What a request came to. */
export type Outcome = { code: ResultCode; transactionId: string; parameters?: Parameter[] }

export type Asked = {
  conversationId: string
  originatorConversationId: string
  resultUrl: string
  queueTimeOutUrl: string
  plan: Plan
  /** Called when the request is taken on, before its acknowledgement. */
  begin?: () => void
  /** Does the work; `forced` is the code with which it has to fail. Called once. */
  work: (forced: ResultCode | undefined) => Outcome
}

/** No code is documented for a queue that took too long; this one says as little as a QueueTimeOut does. */
const queueTimeOutCode = 1037

type Parts = {
  schedule: Schedule
  settings: () => Settings
  deliveries: Deliveries
  acknowledgement: Acknowledgement
}

export class Results {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  newConversationId(): string {
    return newConversationId(this.#parts.schedule.now())
  }

  /** Acknowledges, then works and tells the Result as the plan wants. `subject` tells one request from another. */
  accept(asked: Asked, subject: string): Promise<Reply> {
    return this.#parts.acknowledgement.give(asked.plan, subject, async () => {
      asked.begin?.()
      if (asked.plan.beforeAck) await this.#tell(asked, this.#work(asked))
      else this.start(asked)
      return {
        status: 200,
        json: {
          ConversationID: asked.conversationId,
          OriginatorConversationID: asked.originatorConversationId,
          ResponseCode: '0',
          ResponseDescription: 'Accept the service request successfully.',
        },
      }
    })
  }

  /** The work falls due after `resultMs`, its Result then or, when late, after `lateMs`. */
  start(asked: Asked): void {
    const { schedule, settings } = this.#parts
    const { resultMs, lateMs, queueTimeOutMs } = settings()
    const { plan } = asked
    if (plan.queueTimeOut !== 'none') schedule.after(queueTimeOutMs, () => this.#tellQueueTimeOut(asked))
    schedule.after(resultMs, async () => {
      const outcome = this.#work(asked)
      if (plan.queueTimeOut === 'only') return
      const later = Math.max(plan.late ? lateMs : 0, plan.queueTimeOut === 'and-result' ? queueTimeOutMs : 0)
      if (later > resultMs) schedule.after(later - resultMs, () => this.#tell(asked, outcome))
      else await this.#tell(asked, outcome)
    })
  }

  #work(asked: Asked): Outcome {
    return asked.work(asked.plan.answer === 'accept' ? undefined : asked.plan.answer)
  }

  async #tell(asked: Asked, outcome: Outcome): Promise<void> {
    const body = writeResult(asked, outcome)
    const send = () => this.#parts.deliveries.send('result', asked.conversationId, asked.resultUrl, body)
    await Promise.all(Array.from({ length: asked.plan.copies }, send))
  }

  async #tellQueueTimeOut(asked: Asked): Promise<void> {
    const body = toJson({
      Result: {
        ResultType: 1,
        ResultCode: queueTimeOutCode,
        ResultDesc: 'The service request has timed out.',
        OriginatorConversationID: asked.originatorConversationId,
        ConversationID: asked.conversationId,
        TransactionID: '',
      },
    })
    await this.#parts.deliveries.send('queue-timeout', asked.conversationId, asked.queueTimeOutUrl, body)
  }
}

function writeResult(asked: Asked, outcome: Outcome): string {
  const { plan } = asked
  const { parameters = [] } = outcome
  const listed = plan.singleParameter ? parameters[0] : parameters
  return toJson({
    Result: {
      ResultType: 0,
      ResultCode: plan.codeAsText ? String(outcome.code) : outcome.code,
      ResultDesc: explainCode(outcome.code),
      OriginatorConversationID: plan.otherOriginatorId ? newRequestId() : asked.originatorConversationId,
      ConversationID: asked.conversationId,
      TransactionID: outcome.transactionId,
      ...(parameters.length > 0 && { ResultParameters: { ResultParameter: listed } }),
      ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: asked.queueTimeOutUrl } },
    },
  })
}
