import { useState } from 'react'
import { idempotentAttempt, type Send } from '#lib/client/forms/idempotent-attempt.ts'
import { type DeviceAttempt, keptForPerson } from '#lib/client/forms/kept-attempts.ts'
import { readUser } from '#lib/client/session/session.ts'

/** Sends what somebody asks for, as text, under a key that is kept on their device until an answer has come (docs/decisions/0007). */
export function useKeptAttempt(name: DeviceAttempt) {
  const [keeper] = useState(() => keptForPerson(name, readUser()?.id ?? ''))
  const [attempt] = useState(() => idempotentAttempt(keeper))
  const [unanswered, setUnanswered] = useState(keeper.read)
  return {
    /** What may have been taken already. */
    unanswered,
    isUnanswered: (content: string) => keeper.read()?.content === content,
    send: <Answer>(content: string, ask: Send<Answer>): Promise<Answer> => {
      // Its answer may have come to a dialog that was closed before. Whoever reads here that none came sends the same again.
      if (unanswered?.content === content && !keeper.read()) keeper.keep(unanswered)
      return attempt(content, ask).finally(() => setUnanswered(keeper.read()))
    },
  }
}
