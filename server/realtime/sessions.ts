import { log } from '#lib/core/log.ts'
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { findActor, readLiveSessions } from '#lib/domain/accounts/live-sessions.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import type { Entrance } from './channel.ts'
import type { Reader } from './reader.ts'

const POLICY_VIOLATION = 1008

/**
 * Returns the user of an access token whose session lives; null otherwise, and for staff who lack a second
 * factor.
 */
export async function actorOf(token: string): Promise<Actor | null> {
  const claims = await readAccessToken(token)
  const actor = claims ? await findActor(claims.sessionId) : null
  return actor?.id === claims?.userId && !actor?.mustEnrol ? actor : null
}

export class SessionSockets {
  readonly #sessions = new Map<string, Set<Reader>>()

  guard(entrance: Entrance, { sessionId }: Actor): Entrance {
    return {
      join: (reader) => {
        entrance.join(reader)
        this.#remember(sessionId, reader)
      },
      release: () => entrance.release(),
    }
  }

  /** Closes sockets of ended sessions and deactivated users. */
  check(): void {
    if (this.#sessions.size === 0) return
    this.#closeEnded().catch((error: Error) => log.warn({ err: error.message }, 'sessions are not checked'))
  }

  async #closeEnded(): Promise<void> {
    const asked = [...this.#sessions.keys()]
    const alive = await readLiveSessions(asked)
    for (const id of asked)
      if (!alive.has(id))
        for (const reader of this.#sessions.get(id) ?? [])
          reader.close(POLICY_VIOLATION, 'The session has ended')
  }

  #remember(sessionId: string, reader: Reader): void {
    const readers = this.#sessions.get(sessionId) ?? new Set()
    this.#sessions.set(sessionId, readers.add(reader))
    reader.on('close', () => {
      readers.delete(reader)
      if (readers.size === 0 && this.#sessions.get(sessionId) === readers) this.#sessions.delete(sessionId)
    })
  }
}
