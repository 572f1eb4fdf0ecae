/**
 * Sets a process's clock ahead.
 * @returns the module to import before all others (`node --import`)
 */
export const clockAheadBy = (seconds: number) =>
  `data:text/javascript,${encodeURIComponent(`
  const Machine = Date
  const now = () => Machine.now() + ${seconds * 1_000}
  globalThis.Date = class extends Machine {
    constructor(...given) { super(...(given.length === 0 ? [now()] : given)) }
    static now() { return now() }
  }`)}`
