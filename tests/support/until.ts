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
  const end = Date.now() + seconds * 1_000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== null && found !== false) return found
    if (Date.now() > end) throw new Error(`Not within ${seconds} seconds: ${what}`)
    await pause(15)
  }
}
