import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { findPostgresBinaries } from '../../server/local/postgres.ts'
import { hasEngine } from './docker.ts'

const integration = (folder: string) => path.join('tests', 'integration', folder)

export interface Engines {
  /** Address of the empty database `ngoma`; the login is a superuser. */
  databaseUrl: string
  redisUrl: string
  s3Endpoint: string
  s3AccessKeyId: string
  s3SecretAccessKey: string
  end(): Promise<void>
}

/**
 * Tests that CI also runs on containers (`npm run test:containers`). Payouts and reconciliation are left out: they
 * ask PostgreSQL and Redis for nothing that payments do not.
 */
export const onContainersToo = [
  'payments',
  'wallets',
  'uploads',
  'kyc',
  'tracks',
  'storage',
  'realtime',
  'backups',
].map((folder) => `${integration(folder)}/**/*.test.ts`)

/** @param file a path from the project's root */
export const isOnContainersToo = (file: string) =>
  onContainersToo.some((pattern) => path.matchesGlob(file, pattern))

/** The same as in docker-compose.yml; tests/architecture/containers.test.ts compares them. */
export const images = { postgres: 'postgres:18', redis: 'redis:8', s3: 'chrislusf/seaweedfs:3.97' }
export const storeCommand = [
  'server',
  '-dir=/data',
  '-ip=s3',
  '-ip.bind=0.0.0.0',
  '-s3',
  '-s3.port=8333',
  '-s3.config=/etc/ngoma/s3.json',
]

/** Test files that never run on containers, with the reason. */
export const onlyEmbedded: Readonly<Record<string, string>> = {
  [integration('local/postgres-log.test.ts')]:
    'reads the log file of a PostgreSQL that it starts itself; that compose sets the same is tested there',
  [integration('storage/one-folder.test.ts')]:
    'tests what object-store-process.mjs adds to s3rver: kept folders',
  [integration('storage/signed-only.test.ts')]:
    'tests what object-store-process.mjs adds to s3rver: a signature is required; SeaweedFS has its own check',
}

/**
 * Reads TEST_SERVICES. The default is embedded even with Docker, because results should not depend on other
 * installations; containers are used only if embedded PostgreSQL cannot run.
 * @throws Error for words other than `containers` and `embedded`
 */
export function takesContainers(wanted = process.env.TEST_SERVICES, machine = thisMachine): boolean {
  if (!wanted) return !machine.hasEmbeddedPostgres() && machine.hasEngine()
  if (wanted === 'containers' || wanted === 'embedded') return wanted === 'containers'
  throw new Error(`TEST_SERVICES is "${wanted}": it may be "containers" or "embedded".`)
}

/** Whether embedded PostgreSQL runs: it needs glibc, which some Linux systems lack. */
function hasEmbeddedPostgres(): boolean {
  try {
    return spawnSync(findPostgresBinaries().postgres, ['--version'], { stdio: 'ignore' }).status === 0
  } catch {
    return false
  }
}

const thisMachine = { hasEmbeddedPostgres, hasEngine }
