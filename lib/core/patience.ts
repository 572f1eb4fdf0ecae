import { AsyncLocalStorage } from 'node:async_hooks'

const isPatient = new AsyncLocalStorage<boolean>()

/** Runs work over all rows, for which no user waits: twenty times the statement timeout, own connections. */
export function patiently<T>(work: () => Promise<T>): Promise<T> {
  return isPatient.run(true, work)
}

export function runsPatiently(): boolean {
  return isPatient.getStore() ?? false
}
