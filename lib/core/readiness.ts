import { db } from './db.ts'
import { log } from './log.ts'
import { redis } from './redis.ts'

const TIMEOUT_MS = 2_000

export type Readiness = { ready: boolean; checks: Record<'postgres' | 'redis', 'ok' | 'failed'> }

/** Takes two seconds at most. */
export async function checkReadiness(): Promise<Readiness> {
  const [postgres, cache] = await Promise.all([
    answers('postgres', () => db().query('SELECT 1')),
    answers('redis', () => redis().ping()),
  ])
  return {
    ready: postgres && cache,
    checks: { postgres: postgres ? 'ok' : 'failed', redis: cache ? 'ok' : 'failed' },
  }
}

async function answers(name: string, ask: () => Promise<unknown>): Promise<boolean> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('no answer in time')), TIMEOUT_MS)
  try {
    await Promise.race([ask(), timeout.promise])
    return true
  } catch (error) {
    log.warn({ part: name, err: error instanceof Error ? error.message : String(error) }, 'not ready')
    return false
  } finally {
    clearTimeout(timer)
  }
}
