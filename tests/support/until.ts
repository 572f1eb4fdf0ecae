import { setTimeout as pause } from 'node:timers/promises'

/**
 * Looks again until something is there: how a test waits for other processes.
 * @param look answers what was waited for, or undefined, null or false as long as it is not there
 * @throws Error naming `what` after `seconds`
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  seconds = 45,
): Promise<T> {
  const begin = Date.now()
  const end = begin + seconds * 1_000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found
    if (Date.now() > end) throw new Error(`Not within ${seconds} seconds: ${what}`)
    // Each look takes CPU time from the processes that the test waits for.
    await pause(Math.min(200, 15 + (Date.now() - begin) / 20))
  }
}
