import { AsyncLocalStorage } from 'node:async_hooks'

const isPatient = new AsyncLocalStorage<boolean>()

/**
 * Runs work whose statements may take twenty times as long as others: checks and lists over all rows there are, for which no user
 * waits. `db` gives it connections of its own.
 */
export function patiently<T>(work: () => Promise<T>): Promise<T> {
  return isPatient.run(true, work)
}

export function runsPatiently(): boolean {
  return isPatient.getStore() ?? false
}
