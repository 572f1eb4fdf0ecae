// A primary whose commits wait for a standby, as real processes, and one address for the product.
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { migrate } from '#prisma/migrate.ts'
import { findFreePorts } from '#server/local/free-port.ts'
import { startPostgres } from '#server/local/postgres.ts'
import { startGuardian } from '#server/local/process-records.ts'
import { openProxy } from './tcp-proxy.ts'
import { until } from './until.ts'

export type PostgresPair = {
  /** The current primary's address; the login is a superuser. */
  readonly url: string
  killPrimary(): Promise<void>
  /** Stops the primary's machine: connections stay open, but nothing answers. */
  loseMachine(): Promise<void>
  /** Promotes the standby and redirects the address, like CloudNativePG or Patroni. */
  promoteStandby(): Promise<void>
  end(): Promise<void>
}

const replicating = ['wal_level=replica', 'max_wal_senders=4', 'synchronous_commit=on']

/** @param directory a new directory, which is removed at the end */
export async function startPostgresPair(directory: string): Promise<PostgresPair> {
  const [primaryDir, standbyDir] = [path.join(directory, 'primary'), path.join(directory, 'standby')]
  const guardians = [startGuardian(primaryDir, true), startGuardian(standbyDir, true)]
  const [primaryPort = 0, standbyPort = 0] = await findFreePorts(2)

  const origin = await startPostgres({
    dataDir: primaryDir,
    port: primaryPort,
    throwAway: true,
    settings: replicating,
  })
  await migrate(origin.url)
  await origin.part.end()
  // The server is stopped, so a copy of its files is a base backup.
  spawnSync('cp', ['-a', primaryDir, standbyDir])
  writeFileSync(path.join(standbyDir, 'postgres', 'standby.signal'), '')
  const primary = await startPostgres({
    dataDir: primaryDir,
    port: primaryPort,
    throwAway: true,
    settings: [...replicating, 'synchronous_standby_names=*'],
  })
  const { hostname, username, password } = new URL(primary.url)
  const standby = await startPostgres({
    dataDir: standbyDir,
    port: standbyPort,
    throwAway: true,
    settings: [
      ...replicating,
      `primary_conninfo=host=${hostname} port=${primaryPort} user=${username} password=${password}`,
    ],
  })
  await until('commits wait for the standby', async () => {
    const { rowCount } = await ask(primary.url, `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)
    return rowCount === 1
  })
  const address = await openProxy(primary.url)
  const killPrimary = async () => {
    primary.part.kill()
    await primary.part.exited
  }
  return {
    url: address.url,
    killPrimary,
    loseMachine: async () => {
      address.freeze()
      await killPrimary()
    },
    promoteStandby: async () => {
      await ask(standby.url, 'SELECT pg_promote()')
      address.moveTo(standby.url)
    },
    end: async () => {
      await address.goAway()
      await Promise.all([primary.part.end(), standby.part.end()])
      await Promise.all(guardians.map((guardian) => guardian.dismiss()))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function ask(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
