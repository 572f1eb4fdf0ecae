import { readFileSync } from 'node:fs'

/** The file is read again after so long, in ms of this machine's time. */
const LOOK_AGAIN_MS = 20

/**
 * Returns a clock that is ahead of `real` by the milliseconds in a file: whoever writes the file moves every process
 * that follows it (env.CLOCK_FILE, docs/decisions/0034). Where the file cannot be read, the clock stays as far ahead as it
 * was: time never goes back.
 */
export function shiftedClock(file: string, real: () => Date): () => Date {
  let aheadMs = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  return () => {
    const moment = performance.now()
    if (moment - lookedAt > LOOK_AGAIN_MS) {
      lookedAt = moment
      aheadMs = Math.max(aheadMs, readAhead(file))
    }
    return new Date(real().getTime() + aheadMs)
  }
}

function readAhead(file: string): number {
  try {
    const ms = Number(readFileSync(file, 'utf8'))
    return Number.isSafeInteger(ms) ? ms : 0
  } catch {
    return 0
  }
}
