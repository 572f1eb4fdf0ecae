const debounceMs = 1_000

/**
 * Waits until this process is asked to end: Ctrl-C, a signal, or the death of the process that started it.
 * @param onSecond runs when somebody asks again because the first time takes too long
 */
export function waitForEnd(onSecond: () => void): Promise<undefined> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    const ask = () => {
      if (firstAt === undefined) {
        firstAt = Date.now()
        resolve(undefined)
        // The terminal, npm and the bootstrap each pass on the same Ctrl-C.
      } else if (Date.now() - firstAt > debounceMs) {
        onSecond()
      }
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
    const parent = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      ask()
    }, 500)
    watch.unref()
  })
}
