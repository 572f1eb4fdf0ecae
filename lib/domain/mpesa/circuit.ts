import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  isBrokenCircuitError,
} from 'cockatiel'
import { now } from '#lib/core/clock.ts'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { DarajaAnswer } from './http.ts'

const FAILURES = 3
const HALF_OPEN_AFTER_MS = 10_000

/** Only a prompt tests whether M-Pesa is back, so five minutes after a failure its state is unknown. */
const KNOWN_FOR_MS = 5 * 60_000

const down = (result: unknown): boolean => {
  const answer = result as DarajaAnswer
  return answer.kind !== 'answered' || answer.status === 502 || answer.status === 503 || answer.status === 504
}

type Circuit = { breaker: CircuitBreakerPolicy; failedAt: number }

const circuit = processSingleton<Circuit>('mpesa-circuit', () => {
  const breaker = circuitBreaker(handleWhenResult(down), {
    halfOpenAfter: HALF_OPEN_AFTER_MS,
    breaker: new ConsecutiveBreaker(FAILURES),
  })
  const made = { breaker, failedAt: 0 }
  breaker.onFailure(() => {
    made.failedAt = now().getTime()
  })
  return made
})

/**
 * Makes the call, or after three failures in a row only one call per ten seconds.
 * @returns `unreached` with reason `circuit_open` if nothing was sent
 */
export async function throughCircuit(call: () => Promise<DarajaAnswer>): Promise<DarajaAnswer> {
  try {
    return await circuit.get().breaker.execute(call)
  } catch (error) {
    if (isBrokenCircuitError(error)) return { kind: 'unreached', reason: 'circuit_open' }
    throw error
  }
}

/** Whether this process knows that M-Pesa is down. Each process has its own circuit. */
export function circuitIsOpen(): boolean {
  const { breaker, failedAt } = circuit.get()
  return breaker.state === CircuitState.Open && now().getTime() - failedAt < KNOWN_FOR_MS
}

export function resetCircuit(): void {
  circuit.drop()
}
