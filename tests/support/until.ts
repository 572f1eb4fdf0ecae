import { setTimeout as pause } from 'node:timers/promises'

/**
 * Polls until a value exists, to wait for other processes.
 * @param look returns the value, or undefined, null or false
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
    // Each poll takes CPU time from those processes.
    await pause(Math.min(200, 15 + (Date.now() - begin) / 20))
  }
}
