import { readFileSync } from 'node:fs'

/** A file is looked at again after so long, in ms of this machine's time. */
const LOOK_AGAIN_MS = 20

/**
 * A clock that is ahead of this machine's by what a file says, in milliseconds: every process that follows the file is
 * moved by whoever writes it (env.CLOCK_FILE, docs/decisions/0043). Where the file cannot be read it stays as far ahead as
 * it was: time never goes back.
 */
export function shiftedClock(file: string): () => Date {
  let aheadMs = 0
  let lookedAt = Number.NEGATIVE_INFINITY
  return () => {
    const moment = performance.now()
    if (moment - lookedAt > LOOK_AGAIN_MS) {
      lookedAt = moment
      aheadMs = Math.max(aheadMs, readAhead(file))
    }
    return new Date(Date.now() + aheadMs)
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
