import { useState } from 'react'
import { idempotentAttempt, type Send } from '#lib/client/forms/idempotent-attempt.ts'
import { type DeviceAttempt, storeForPerson } from '#lib/client/forms/stored-attempts.ts'
import { readUser } from '#lib/client/session/session.ts'

/** Sends content under an idempotency key that is stored until an answer arrives (docs/decisions/0007). */
export function useStoredAttempt(name: DeviceAttempt) {
  const [store] = useState(() => storeForPerson(name, readUser()?.id ?? ''))
  const [attempt] = useState(() => idempotentAttempt(store))
  const [unanswered, setUnanswered] = useState(store.read)
  return {
    /** The request without an answer, which the server may have accepted. */
    unanswered,
    isUnanswered: (content: string) => store.read()?.content === content,
    send: <Answer>(content: string, ask: Send<Answer>): Promise<Answer> => {
      // A closed dialog may have received the answer, which the user never saw: a repeat still uses the same
      // key.
      if (unanswered?.content === content && !store.read()) store.write(unanswered)
      return attempt(content, ask).finally(() => setUnanswered(store.read()))
    },
  }
}
