// How a request is answered at the HTTP level: the part of a plan that hits every call alike.
import type { Tokens } from './oauth.ts'
import type { Plan } from './plan.ts'
import { Refusal, type Reply, spikeArrest } from './refusal.ts'
import type { Schedule } from './schedule.ts'
import type { Settings } from './settings.ts'

export class Acknowledgement {
  /** Requests whose token was refused once and whose next try passes. */
  #refused = new Set<string>()
  readonly #parts: { tokens: Tokens; schedule: Schedule; settings: () => Settings }

  constructor(parts: { tokens: Tokens; schedule: Schedule; settings: () => Settings }) {
    this.#parts = parts
  }

  /** Does `work`, unless the plan forbids it, and answers as the plan wants. `subject` tells one request from another. */
  async give(plan: Plan, subject: string, work: () => Reply | Promise<Reply>): Promise<Reply> {
    const { tokens, schedule, settings } = this.#parts
    switch (plan.ack) {
      case 'ok':
        return work()
      case 'lost':
        await work()
        return 'cut'
      case 'lost-before':
        return 'cut'
      case 'error':
        throw new Refusal('500.003.1001', 'Internal Server Error')
      case 'error-after':
        await work()
        throw new Refusal('500.003.1001', 'Internal Server Error')
      case 'busy':
        throw new Refusal('500.003.02', 'System is busy. Please try again in few minutes.')
      case 'throttled':
        return spikeArrest(settings().queriesPerMinute)
      case 'slow': {
        const reply = await work()
        await schedule.wait(settings().slowMs)
        return reply
      }
      case 'token-revoked':
        if (this.#refused.delete(subject)) return work()
        this.#refused.add(subject)
        tokens.revoke()
        throw new Refusal('404.001.03', 'Invalid Access Token')
    }
  }
}

/** Counts calls in any 60 seconds. */
export class SpikeArrest {
  #calls: number[] = []
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  /** Whether one more call is allowed; 0 means no limit. */
  allows(perMinute: number): boolean {
    if (perMinute === 0) return true
    const now = this.#now().getTime()
    this.#calls = this.#calls.filter((at) => at > now - 60_000)
    if (this.#calls.length >= perMinute) return false
    this.#calls.push(now)
    return true
  }
}
