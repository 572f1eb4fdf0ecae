import { useState } from 'react'
import { idempotentAttempt, type Unanswered } from '#lib/client/forms/idempotent-attempt.ts'
import { type DeviceAttempt, keptForPerson } from '#lib/client/forms/kept-attempts.ts'
import { normalisePayingPhone } from '#lib/client/gifts/gift-phone.ts'
import { readUser } from '#lib/client/session/session.ts'

/** What was asked for before and has no answer. */
export type AskedBefore = {
  amount: number
  /** 254 and nine digits; as it was typed where it is no such number. */
  phone: string
  /** Milliseconds. */
  startedAt: number
}

/** Sends an amount and a phone under a key that is kept until an answer has come (docs/decisions/0073). */
export function useUnanswered(name: DeviceAttempt) {
  const [keeper] = useState(() => keptForPerson(name, readUser()?.id ?? ''))
  const [attempt] = useState(() => idempotentAttempt(keeper))
  const [unanswered, setUnanswered] = useState(keeper.read)
  return {
    /** What may have been taken already. */
    asked: unanswered && askedBefore(unanswered),
    /** Whether these are what went unanswered. */
    isUnanswered: (amount: number, phone: string) => keeper.read()?.content === contentOf(amount, phone),
    send: <Answer>(amount: number, phone: string, ask: (key: string) => Promise<Answer>): Promise<Answer> =>
      attempt(contentOf(amount, phone), ask).finally(() => setUnanswered(keeper.read())),
  }
}

/** The same number is the same request, however it is typed. */
function contentOf(amount: number, phone: string): string {
  return `${amount} ${normalisePayingPhone(phone) ?? phone}`
}

function askedBefore({ content, startedAt }: Unanswered): AskedBefore {
  const end = content.indexOf(' ')
  return { amount: Number(content.slice(0, end)), phone: content.slice(end + 1), startedAt }
}
