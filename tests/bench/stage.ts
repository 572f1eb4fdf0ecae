import { mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { giftInvariants } from '#lib/domain/gifts/invariants.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { defaultDataDir, type StackConfig, throwAwayConfig } from '#server/local/config.ts'
import { startGuardian } from '#server/local/guardian.ts'
import type { Part } from '#server/local/part.ts'
import { prepareData, startEngines } from '#server/local/stack.ts'
import { createSupervisor } from '#server/local/supervisor.ts'

/** Where a bench takes place: engines with seeded data, and room for the processes that it starts. */
export interface Stage {
  config: StackConfig
  /** Removed with everything in it when the bench is over. */
  dataDir: string
  /** To the product's database. */
  database: pg.Pool
  /** Runs a part while `work` runs. */
  during<P extends Part, T>(start: () => Promise<P>, work: (part: P) => Promise<T>): Promise<T>
  end(): Promise<void>
}

/**
 * Starts PostgreSQL, Redis and the rest on free ports, set up as `npm start` does it (nothing traded for speed), on the
 * disk that holds the product's own data.
 * @param settings for the product's processes; what they name an address of is not started: MPESA_BASE_URL, DATABASE_URL
 */
export async function openStage(settings: Record<string, string> = {}): Promise<Stage> {
  mkdirSync(defaultDataDir, { recursive: true })
  const dataDir = mkdtempSync(path.join(defaultDataDir, 'bench-'))
  const guardian = startGuardian(dataDir, true)
  const supervisor = createSupervisor(console.log)
  const { MPESA_BASE_URL, DATABASE_URL } = settings
  const given = { ...(MPESA_BASE_URL ? { MPESA_BASE_URL } : {}), ...(DATABASE_URL ? { DATABASE_URL } : {}) }
  const config = {
    ...(await throwAwayConfig(dataDir, { WEB_COMPRESS: 'false', ...settings })),
    throwAway: false,
    given,
  }
  const database = new pg.Pool({ connectionString: config.settings.DATABASE_URL, max: 4 })
  database.on('error', () => undefined)
  const parts = new Set<Part>()
  const endAll = async () => {
    for (const part of parts) await part.end()
    await database.end()
    await supervisor.end()
    await guardian.dismiss()
  }
  let ending: Promise<void> | undefined
  const end = () => {
    ending ??= endAll()
    return ending
  }
  try {
    await startEngines(config, supervisor, () => undefined)
    await prepareData(config, console.log)
  } catch (error) {
    await end()
    throw error
  }
  return {
    config,
    dataDir,
    database,
    during: async (start, work) => {
      const part = await start()
      parts.add(part)
      try {
        return await work(part)
      } finally {
        parts.delete(part)
        await part.end()
      }
    },
    end,
  }
}

/** @throws Error when an invariant of the ledger does not hold after what the bench has done to it */
export async function expectBalance(database: pg.Pool): Promise<void> {
  const broken = await brokenInvariants(database, [...ledgerInvariants, ...giftInvariants])
  if (broken.length > 0) throw new Error(`The ledger does not balance:\n${broken.join('\n')}`)
}
