import { useState } from 'react'
import { idempotentAttempt, type Send } from '#lib/client/forms/idempotent-attempt.ts'
import { type DeviceAttempt, keptForPerson } from '#lib/client/forms/kept-attempts.ts'
import { readUser } from '#lib/client/session/session.ts'

/** Sends content under a key stored until answered (docs/decisions/0007). */
export function useKeptAttempt(name: DeviceAttempt) {
  const [keeper] = useState(() => keptForPerson(name, readUser()?.id ?? ''))
  const [attempt] = useState(() => idempotentAttempt(keeper))
  const [unanswered, setUnanswered] = useState(keeper.read)
  return {
    /** May have been accepted. */
    unanswered,
    isUnanswered: (content: string) => keeper.read()?.content === content,
    send: <Answer>(content: string, ask: Send<Answer>): Promise<Answer> => {
      // A closed dialog may have received the answer. The user still sees none and repeats the request.
      if (unanswered?.content === content && !keeper.read()) keeper.keep(unanswered)
      return attempt(content, ask).finally(() => setUnanswered(keeper.read()))
    },
  }
}
