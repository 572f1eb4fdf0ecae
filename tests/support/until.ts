import { setTimeout as pause } from 'node:timers/promises'

/**
 * Polls until a value exists, to wait for other processes.
 * @param look returns the value; undefined, null or false mean not yet
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
    // Polls less often with time, because each poll takes CPU time from those processes.
    await pause(Math.min(200, 15 + (Date.now() - begin) / 20))
  }
}
