// Two writes that overlap deterministically.
import { readAccessToken } from '#lib/domain/accounts/access-token.ts'
import { findActor } from '#lib/domain/accounts/live-sessions.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { asOwner, countWaiting } from './owner.ts'
import { until } from './until.ts'

export type Overlapped = { first: unknown; second: unknown }

/**
 * Takes a lock that `first` needs and starts `second`. Releases the lock once `second` waits too or has
 * ended.
 * @param held the statement that takes the lock
 */
export function overlapped(
  held: { text: string; values?: unknown[] },
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<Overlapped> {
  return asOwner(async (owner) => {
    await owner.query('BEGIN')
    await owner.query(held.text, held.values)
    const one = begun(first())
    await until('the first waits in its middle', async () => {
      if (one.outcome) throw new Error('The first has ended without waiting.', { cause: one.outcome.value })
      return (await countWaiting(owner)) >= 1
    })
    const other = begun(second())
    await until(
      'the second waits as well, or has ended',
      async () => other.outcome !== null || (await countWaiting(owner)) >= 2,
    )
    await owner.query('COMMIT')
    return { first: (await one.end).value, second: (await other.end).value }
  })
}

type Outcome = { value: unknown }

function begun(work: Promise<unknown>): { end: Promise<Outcome>; outcome: Outcome | null } {
  const toOutcome = (value: unknown): Outcome => {
    started.outcome = { value }
    return started.outcome
  }
  const started: { end: Promise<Outcome>; outcome: Outcome | null } = {
    end: work.then(toOutcome, toOutcome),
    outcome: null,
  }
  return started
}

export async function actorOf({ access }: { access: string }): Promise<Actor> {
  const actor = await findActor((await readAccessToken(access))?.sessionId ?? '')
  if (!actor) throw new Error('This access token is nobody’s.')
  return actor
}
