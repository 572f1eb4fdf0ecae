import { readFileSync } from 'node:fs'

const LOOK_AGAIN_MS = 20

/**
 * Returns a clock ahead of `real` by the ms in a file (docs/decisions/0034). If the file is unreadable, the
 * offset stays: the clock never goes back.
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
