import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from './part.ts'
import { StopError } from './stop-error.ts'

/**
 * Asks again until a part answers.
 * @param answers resolves to true once the part is ready; a rejection counts as "not yet"
 * @throws StopError when the part ends first, or has not answered after `seconds`
 */
export async function waitUntilReady(
  part: Part,
  answers: () => Promise<boolean>,
  seconds = 60,
): Promise<void> {
  const until = Date.now() + seconds * 1000
  while (part.isRunning()) {
    if (await answers().catch(() => false)) return
    if (Date.now() > until) {
      throw new StopError(`${part.name} did not answer within ${seconds} seconds; see ${part.logFile}.`)
    }
    await sleep(50)
  }
  throw new StopError(
    `${part.name} ended (${await part.exited}) before it was ready.\n${lastLines(part.logFile)}`,
  )
}

/** Asks a server for a page; any answer that is not its own failure will do, also one that leads elsewhere. */
export async function answersHttp(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'manual' })
  await response.body?.cancel()
  return response.status < 500
}

export function lastLines(file: string, count = 8): string {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n')
  } catch {
    return `(nothing in ${file})`
  }
}
