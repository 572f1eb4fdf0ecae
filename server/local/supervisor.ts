import { createReadStream, type Stats, unwatchFile, watchFile } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { lastLines, type Part } from './part.ts'
import { StopError } from './run-program.ts'

export interface AddOptions {
  /** Parts of lower tiers end later: 0 PostgreSQL, 1 Redis, 2 other services, 3 the product. */
  tier: number
  /** Whether everything ends if this part dies. */
  vital?: boolean
}

export type Supervisor = ReturnType<typeof createSupervisor>

const longestWaitSeconds = 30
const lastedMs = 60_000

export function createSupervisor(tell: (sentence: string) => void) {
  const watched = new Map<string, { part: Part; tier: number }>()
  let ending = false
  const { promise: lost, resolve: reportLost } = Promise.withResolvers<StopError>()

  const begin = async (name: string, start: () => Promise<Part>, tier: number): Promise<Part> => {
    const part = await start()
    watched.set(name, { part, tier })
    followErrors(part, (line) => ending || tell(`[${name}] ${line}`))
    // `end` was called during this start.
    if (ending) await part.end()
    return part
  }

  const keepUp = async (name: string, first: Part, start: () => Promise<Part>, options: AddOptions) => {
    let part: Part | undefined = first
    let reason = ''
    for (let failures = 0; ; failures++) {
      if (part) {
        const startedAt = Date.now()
        reason = `ended (${await part.exited})`
        if (Date.now() - startedAt > lastedMs) failures = 0
      }
      if (ending) return
      if (options.vital)
        return reportLost(
          new StopError(`${name} ${reason}, and nothing works without it.\n${lastLines(first)}`),
        )
      const wait = Math.min(2 ** failures, longestWaitSeconds)
      tell(`${name} ${reason}. Starting it again in ${wait} s.`)
      await sleep(wait * 1000, undefined, { ref: false })
      if (ending) return
      part = await begin(name, start, options.tier).catch((error: Error) => {
        reason = `could not be started (${error.message})`
        return undefined
      })
    }
  }

  return {
    /** Resolves with the reason when a vital part dies. */
    lost,
    /**
     * Starts a part and restarts it when it dies, with backoff.
     * @throws the error of the first start
     */
    add: async (name: string, start: () => Promise<Part>, options: AddOptions): Promise<void> => {
      const part = await begin(name, start, options.tier)
      void keepUp(name, part, start, options)
    },
    end: async (): Promise<void> => {
      ending = true
      for (const tier of [3, 2, 1, 0])
        await Promise.all([...watched.values()].map((one) => one.tier === tier && one.part.end()))
    },
    /** Kills everything; PostgreSQL and Redis recover at their next start. */
    kill: (): void => {
      ending = true
      for (const { part } of watched.values()) part.kill()
    },
  }
}

/** Errors in pino's JSON, PostgreSQL's FATAL, and exceptions. */
const errorLine = /"level":[56]0\b|\b(FATAL|PANIC):|^\s*(⨯|Error:|[A-Z]\w*Error:)/

function followErrors({ logFile, exited }: Part, tell: (line: string) => void): void {
  const follow = async (now: Stats, before: Stats) => {
    if (now.size <= before.size) return
    const added = createReadStream(logFile, { start: before.size, end: now.size - 1 })
    for await (const line of createInterface(added))
      if (errorLine.test(line)) tell((/"msg":"([^"]*)"/.exec(line)?.[1] ?? line.trim()).slice(0, 300))
  }
  watchFile(logFile, { interval: 1_000, persistent: false }, follow)
  void exited.then(() => unwatchFile(logFile, follow))
}
