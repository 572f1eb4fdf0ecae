import { processSingleton } from '#lib/core/process-singleton.ts'
import { tooManyAtOnce } from './errors.ts'

/** So many may wait, because somebody waits for each answer. */
const WAITING_MAX = 5

const turns = processSingleton('document-turns', () => ({ last: Promise.resolve<unknown>(null), taken: 0 }))

/**
 * Does one work after the other in each process: of documents, each of which fills memory or a processor. The work reads its file
 * itself, so that files that wait are not in memory.
 * @throws RuleError `busy` (503) where too many wait
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = turns.get()
  if (turn.taken > WAITING_MAX) throw tooManyAtOnce()
  turn.taken += 1
  const done = turn.last.then(work).finally(() => {
    turn.taken -= 1
  })
  turn.last = done.catch(() => undefined)
  return done
}
