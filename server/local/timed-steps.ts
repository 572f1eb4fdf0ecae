/** Says of each step how long it took. */
export function timedSteps(tell: (sentence: string) => void) {
  return async <T>(done: string, work: () => Promise<T>): Promise<T> => {
    const from = Date.now()
    const result = await work()
    tell(`${done} (${secondsSince(from)} s).`)
    return result
  }
}

/** @returns whole seconds */
export function secondsSince(from: number): number {
  return Math.round((Date.now() - from) / 1000)
}
