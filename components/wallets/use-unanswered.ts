import type { Send, Unanswered } from '#lib/client/forms/idempotent-attempt.ts'
import type { DeviceAttempt } from '#lib/client/forms/kept-attempts.ts'
import { readMobile } from '#lib/contract/phone.ts'
import { useKeptAttempt } from './use-kept-attempt.ts'

/** What was asked for before and has no answer. */
export type AskedBefore = {
  amount: number
  /** 254 and nine digits; as it was typed where it is no such number. */
  phone: string
  /** Milliseconds. */
  startedAt: number
}

/** Sends an amount and a phone under a key that is kept until an answer has come. */
export function useUnanswered(name: DeviceAttempt) {
  const { unanswered, isUnanswered, send } = useKeptAttempt(name)
  return {
    /** What may have been taken already. */
    asked: unanswered && askedBefore(unanswered),
    /** Whether these are what went unanswered. */
    isUnanswered: (amount: number, phone: string) => isUnanswered(contentOf(amount, phone)),
    send: <Answer>(amount: number, phone: string, ask: Send<Answer>): Promise<Answer> =>
      send(contentOf(amount, phone), ask),
  }
}

/** The same number is the same request, however it is typed. */
function contentOf(amount: number, phone: string): string {
  return `${amount} ${readMobile(phone) ?? phone}`
}

function askedBefore({ content, startedAt }: Unanswered): AskedBefore {
  const end = content.indexOf(' ')
  return { amount: Number(content.slice(0, end)), phone: content.slice(end + 1), startedAt }
}
