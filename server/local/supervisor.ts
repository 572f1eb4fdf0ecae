import { setTimeout as sleep } from 'node:timers/promises'
import { followErrors } from './error-lines.ts'
import type { Part } from './part.ts'
import { StopError } from './stop-error.ts'
import { lastLines } from './wait-until.ts'

export interface Supervisor {
  /**
   * Starts a part and watches over it: one that dies is started again, after a longer wait each time it does not last.
   * @throws whatever `start` throws the first time
   */
  add(name: string, start: () => Promise<Part>, options: AddOptions): Promise<void>
  /** Resolves with the reason when a part that the others cannot do without has died. */
  readonly lost: Promise<StopError>
  /** Ends the parts, the last tier first, and the parts of one tier together. */
  end(): Promise<void>
  /** Ends everything at once. PostgreSQL and Redis recover from that at their next start. */
  kill(): void
}

interface AddOptions {
  /** A lower tier is ended later: 0 PostgreSQL, 1 Redis, 2 what the product talks to, 3 the product. */
  tier: number
  /** Without it the others cannot work, so they end too. */
  vital?: boolean
}

interface Watched {
  name: string
  part: Part
  tier: number
  stopFollowing: () => void
}

const longestWaitSeconds = 30
const lastedSeconds = 60

/** @param tell receives sentences for the person at the terminal */
export function createSupervisor(tell: (sentence: string) => void): Supervisor {
  const watched = new Map<string, Watched>()
  let ending = false
  const { promise: lost, resolve: reportLost } = Promise.withResolvers<StopError>()

  const begin = async (name: string, start: () => Promise<Part>, tier: number): Promise<Part> => {
    const part = await start()
    const stopFollowing = followErrors(part.logFile, (line) => {
      if (!ending) tell(`[${name}] ${line}`)
    })
    watched.set(name, { name, part, tier, stopFollowing })
    // Ending began while this part was starting: nobody else knows of it yet.
    if (ending) await part.end()
    return part
  }

  const watchOver = async (first: Part, start: () => Promise<Part>, { tier, vital = false }: AddOptions) => {
    let part = first
    for (let failures = 0; ; ) {
      const startedAt = Date.now()
      const how = await part.exited
      watched.get(part.name)?.stopFollowing()
      if (ending) return
      if (vital) {
        reportLost(
          new StopError(
            `${part.name} ended (${how}), and nothing works without it.\n${lastLines(part.logFile)}`,
          ),
        )
        return
      }
      failures = Date.now() - startedAt > lastedSeconds * 1000 ? 1 : failures + 1
      const next = await startAgain(part.name, how, start, tier, failures)
      if (next === undefined) return
      part = next
    }
  }

  const startAgain = async (
    name: string,
    how: string,
    start: () => Promise<Part>,
    tier: number,
    failures: number,
  ) => {
    let reason = `ended (${how})`
    for (let attempt = failures; !ending; attempt++) {
      const wait = Math.min(2 ** (attempt - 1), longestWaitSeconds)
      tell(`${name} ${reason}. Starting it again in ${wait} s.`)
      await sleep(wait * 1000, undefined, { ref: false })
      if (ending) return undefined
      try {
        return await begin(name, start, tier)
      } catch (error) {
        reason = `could not be started (${error instanceof Error ? error.message : error})`
      }
    }
    return undefined
  }

  return {
    lost,
    add: async (name, start, options) => {
      const part = await begin(name, start, options.tier)
      void watchOver(part, start, options)
    },
    end: async () => {
      ending = true
      const tiers = [...new Set([...watched.values()].map(({ tier }) => tier))].sort((a, b) => b - a)
      for (const tier of tiers) {
        const members = [...watched.values()].filter((each) => each.tier === tier)
        await Promise.all(members.map(({ part }) => part.end()))
      }
      for (const { stopFollowing } of watched.values()) stopFollowing()
    },
    kill: () => {
      ending = true
      for (const { part } of watched.values()) part.kill()
    },
  }
}
