// PostgreSQL, Redis and an object store for one test run: as processes, or in containers if TEST_SERVICES
// says so or nothing else runs (CONTRIBUTING.md, Tests on containers).
import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startObjectStore, startRedis } from '#server/local/engines.ts'
import { findFreePort } from '#server/local/free-port.ts'
import { startPostgres } from '#server/local/postgres.ts'
import { startGuardian } from '#server/local/process-records.ts'
import { type Engines, takesContainers } from './container-run.ts'

export interface Services extends Engines {
  /** Logs and temporary data; `end` removes it. */
  dataDir: string
  mediaBucket: string
  privateBucket: string
}

const mediaBucket = 'ngoma-media'
const privateBucket = 'ngoma-private'

export async function startServices(): Promise<Services> {
  const inContainers = takesContainers()
  if (inContainers && !process.env.TEST_SERVICES)
    console.log('No embedded PostgreSQL runs here: the services are containers.')
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'ngoma-test-'))
  const guardian = startGuardian(dataDir, true)
  const buckets: [string, string] = [mediaBucket, privateBucket]
  try {
    const engines = inContainers
      ? await (await import('./containers.ts')).startContainers(buckets)
      : await startProcesses(dataDir, buckets)
    return {
      ...engines,
      dataDir,
      mediaBucket,
      privateBucket,
      end: async () => {
        await engines.end()
        await guardian.dismiss()
      },
    }
  } catch (error) {
    await guardian.dismiss()
    throw error
  }
}

async function startProcesses(dataDir: string, buckets: string[]): Promise<Engines> {
  const redis = await startRedis({ dataDir, port: await findFreePort(), throwAway: true })
  const postgres = await startPostgres({ dataDir, port: await findFreePort(), throwAway: true })
  const store = await startObjectStore({ dataDir, port: await findFreePort(), buckets })
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    s3Endpoint: store.endpoint,
    s3AccessKeyId: 'S3RVER',
    s3SecretAccessKey: 'S3RVER',
    end: async () => {
      await Promise.all([store.part.end(), redis.part.end(), postgres.part.end()])
    },
  }
}
