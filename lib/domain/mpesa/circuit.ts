import {
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  isBrokenCircuitError,
} from 'cockatiel'
import { processSingleton } from '#lib/core/process-singleton.ts'
import type { DarajaAnswer } from './http.ts'

const FAILURES = 3
const HALF_OPEN_AFTER_MS = 10_000

const down = (result: unknown): boolean => {
  const answer = result as DarajaAnswer
  return answer.kind !== 'answered' || answer.status === 502 || answer.status === 503 || answer.status === 504
}

const breaker = processSingleton<CircuitBreakerPolicy>('mpesa-circuit', () =>
  circuitBreaker(handleWhenResult(down), {
    halfOpenAfter: HALF_OPEN_AFTER_MS,
    breaker: new ConsecutiveBreaker(FAILURES),
  }),
)

/**
 * Calls M-Pesa unless it was down three times in a row; then one call in ten seconds tries whether it is back.
 * @returns `unreached` with reason `circuit_open` where nothing was sent
 */
export async function throughCircuit(call: () => Promise<DarajaAnswer>): Promise<DarajaAnswer> {
  try {
    return await breaker.get().execute(call)
  } catch (error) {
    if (isBrokenCircuitError(error)) return { kind: 'unreached', reason: 'circuit_open' }
    throw error
  }
}

/** Whether prompts are held back now. */
export function circuitIsOpen(): boolean {
  return breaker.get().state === CircuitState.Open
}

/** Forgets what was learnt; tests start from a closed circuit. */
export function resetCircuit(): void {
  breaker.drop()
}
