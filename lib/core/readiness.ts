import { db } from './db.ts'
import { log } from './log.ts'
import { redis } from './redis.ts'

const PATIENCE_MS = 2_000

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
  const patience = Promise.withResolvers<never>()
  const timer = setTimeout(() => patience.reject(new Error('no answer in time')), PATIENCE_MS)
  try {
    await Promise.race([ask(), patience.promise])
    return true
  } catch (error) {
    log.warn({ part: name, err: error instanceof Error ? error.message : String(error) }, 'not ready')
    return false
  } finally {
    clearTimeout(timer)
  }
}
