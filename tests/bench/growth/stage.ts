import { mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '#prisma/migrate.ts'
import { defaultDataDir, type StackConfig, throwAwayConfig } from '#server/local/config.ts'
import { startGuardian } from '#server/local/guardian.ts'
import { startPostgres } from '#server/local/postgres.ts'
import { runScript } from '#server/local/run-script.ts'
import { startEngines } from '#server/local/stack.ts'
import { createSupervisor } from '#server/local/supervisor.ts'
import { onDatabase } from '../databases.ts'
import { databaseOf, type Size } from './sizes.ts'

export interface GrowthStage {
  config: StackConfig
  /** @returns the URL of the database of that size, which is made where it is not there */
  databaseOf(size: Size): Promise<string>
  end(): Promise<void>
}

/**
 * Starts a PostgreSQL whose data is kept below the data folder, and the other engines as any bench does. The server is set
 * up as `npm start` sets it up.
 */
export async function openGrowthStage(): Promise<GrowthStage> {
  mkdirSync(defaultDataDir, { recursive: true })
  const dataDir = mkdtempSync(path.join(defaultDataDir, 'bench-'))
  const guardian = startGuardian(dataDir, true)
  const supervisor = createSupervisor(console.log)
  const thrownAway = await throwAwayConfig(dataDir)
  const postgres = await startPostgres({
    dataDir: path.join(defaultDataDir, 'growth'),
    port: thrownAway.ports.postgres,
  })
  const end = async () => {
    await supervisor.end()
    await postgres.part.end()
    await guardian.dismiss()
  }
  const config = { ...thrownAway, throwAway: false, given: { DATABASE_URL: postgres.url } }
  try {
    await startEngines(config, supervisor, () => undefined)
  } catch (error) {
    await end()
    throw error
  }
  return { config, databaseOf: (size) => kept(config, postgres.url, size), end }
}

/** It gets its name when it is whole, so that a load that was broken off is begun anew. */
async function kept(config: StackConfig, server: string, size: Size): Promise<string> {
  const name = databaseOf(size)
  const url = urlOf(server, name)
  if (await exists(server, name)) {
    await migrate(url)
    return url
  }
  const unfinished = `${name}_unfinished`
  await onDatabase(server, `DROP DATABASE IF EXISTS ${unfinished}`)
  await onDatabase(server, `CREATE DATABASE ${unfinished}`)
  await migrate(urlOf(server, unfinished))
  const startedAt = performance.now()
  await runScript('tests/bench/growth/load.ts', [JSON.stringify(size)], {
    ...config.settings,
    DATABASE_URL: urlOf(server, unfinished),
    LOG_LEVEL: 'warn',
  })
  await onDatabase(server, `ALTER DATABASE ${unfinished} RENAME TO ${name}`)
  console.log(`Loaded ${name} in ${Math.round((performance.now() - startedAt) / 1000)} s.`)
  return url
}

async function exists(server: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
  await client.end()
  return rowCount === 1
}

function urlOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
