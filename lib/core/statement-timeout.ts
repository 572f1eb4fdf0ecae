import { AsyncLocalStorage } from 'node:async_hooks'

const isLong = new AsyncLocalStorage<boolean>()

/**
 * Runs work over all rows, for which no user waits, with twenty times the statement timeout and separate
 * connections.
 */
export function withLongStatementTimeout<T>(work: () => Promise<T>): Promise<T> {
  return isLong.run(true, work)
}

export function hasLongStatementTimeout(): boolean {
  return isLong.getStore() ?? false
}
