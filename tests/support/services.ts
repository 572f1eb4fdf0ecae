// PostgreSQL, Redis and an object store that live as long as one test run: in containers where a Docker engine answers,
// as processes of this machine elsewhere.
import { existsSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findFreePort } from '#server/local/free-port.ts'
import { startGuardian } from '#server/local/guardian.ts'
import { startObjectStore } from '#server/local/object-store.ts'
import { discreetLog, startPostgres } from '#server/local/postgres.ts'
import { startRedis } from '#server/local/redis.ts'

export interface Services {
  /** Keeps logs and throw-away data; removed by `end`. */
  dataDir: string
  /** Database `ngoma`, empty; the login is a superuser. */
  databaseUrl: string
  redisUrl: string
  s3Endpoint: string
  mediaBucket: string
  privateBucket: string
  end(): Promise<void>
}

interface Engines {
  databaseUrl: string
  redisUrl: string
  end(): Promise<void>
}

const mediaBucket = 'ngoma-media'
const privateBucket = 'ngoma-private'

/** Starts everything on free ports, with data that is thrown away. */
export async function startServices(): Promise<Services> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ngoma-test-'))
  const guardian = startGuardian(dataDir, true)
  try {
    const engines = (await startContainers()) ?? (await startProcesses(dataDir))
    const buckets = [mediaBucket, privateBucket]
    const store = await startObjectStore({ dataDir, port: await findFreePort(), buckets })
    return {
      dataDir,
      databaseUrl: engines.databaseUrl,
      redisUrl: engines.redisUrl,
      s3Endpoint: store.endpoint,
      mediaBucket,
      privateBucket,
      end: async () => {
        await Promise.all([store.part.end(), engines.end()])
        await guardian.dismiss()
      },
    }
  } catch (error) {
    await guardian.dismiss()
    throw error
  }
}

async function startProcesses(dataDir: string): Promise<Engines> {
  const redis = await startRedis({ dataDir, port: await findFreePort(), throwAway: true })
  const postgres = await startPostgres({ dataDir, port: await findFreePort(), throwAway: true })
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    end: async () => {
      await redis.part.end()
      await postgres.part.end()
    },
  }
}

/** @returns undefined where no Docker engine answers, or its images cannot be had */
async function startContainers(): Promise<Engines | undefined> {
  if (process.env.DOCKER_HOST === undefined && !existsSync('/var/run/docker.sock')) return undefined
  const { GenericContainer, Wait } = await import('testcontainers')
  try {
    const [postgres, redis] = await Promise.all([
      new GenericContainer('postgres:18')
        .withEnvironment({ POSTGRES_USER: 'ngoma', POSTGRES_PASSWORD: 'ngoma', POSTGRES_DB: 'ngoma' })
        .withCommand(
          ['fsync=off', 'synchronous_commit=off', 'max_connections=200', ...discreetLog].map(
            (setting) => `-c${setting}`,
          ),
        )
        .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
        .withExposedPorts(5432)
        .start(),
      new GenericContainer('redis:8')
        .withCommand(['redis-server', '--save', '', '--maxmemory-policy', 'noeviction', '--databases', '64'])
        .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
        .withExposedPorts(6379)
        .start(),
    ])
    return {
      databaseUrl: `postgresql://ngoma:ngoma@${postgres.getHost()}:${postgres.getMappedPort(5432)}/ngoma`,
      redisUrl: `redis://${redis.getHost()}:${redis.getMappedPort(6379)}`,
      end: async () => {
        await Promise.all([postgres.stop(), redis.stop()])
      },
    }
  } catch (error) {
    console.warn(
      `A Docker engine is here but cannot run the tests' containers (${error}): using this machine's.`,
    )
    return undefined
  }
}
