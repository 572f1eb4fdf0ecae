// Whether the tests take their services from containers, and what CI runs so.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { findPostgresBinaries } from '../../server/local/postgres.ts'
import { hasEngine } from './docker.ts'

const integration = (folder: string) => path.join('tests', 'integration', folder)

/** The services that tests use, wherever they run. */
export interface Engines {
  /** Database `ngoma`, empty; the login is a superuser. */
  databaseUrl: string
  redisUrl: string
  s3Endpoint: string
  s3AccessKeyId: string
  s3SecretAccessKey: string
  end(): Promise<void>
}

/** What CI runs on containers too: money, uploads, sockets and backups (`npm run test:containers`). */
export const onContainersToo = [
  'payments',
  'payouts',
  'wallets',
  'reconciliation',
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

/** The images and the store's command line: docker-compose.yml's, as tests/architecture/containers.test.ts checks. */
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

/**
 * Test files that no run on containers has, with the reason. Whatever else takes a service away (tests/faults,
 * database/lost-connection) does so through a proxy of its own or by SQL, which works for both.
 */
export const onlyEmbedded: Readonly<Record<string, string>> = {
  [integration('local/postgres-log.test.ts')]:
    'reads the log file of a PostgreSQL that it starts itself; that compose sets the same is tested there',
  [integration('storage/one-folder.test.ts')]:
    'tests what object-store-process.mjs adds to s3rver: kept folders',
  [integration('storage/signed-only.test.ts')]:
    'tests what object-store-process.mjs adds to s3rver: a signature is required; SeaweedFS has its own check',
}

/**
 * Reads TEST_SERVICES. Without it the services are embedded, also where a Docker engine answers: what a test runs on should
 * not depend on what else is installed. Only where no embedded PostgreSQL can be run, an engine that answers takes its place.
 * @throws Error for any other word than `containers` and `embedded`
 */
export function takesContainers(wanted = process.env.TEST_SERVICES, machine = thisMachine): boolean {
  if (!wanted) return !machine.hasEmbeddedPostgres() && machine.hasEngine()
  if (wanted === 'containers' || wanted === 'embedded') return wanted === 'containers'
  throw new Error(`TEST_SERVICES is "${wanted}": it may be "containers" or "embedded".`)
}

/** Tells whether PostgreSQL is there and can be run: it is linked with glibc, which not every Linux has. */
function hasEmbeddedPostgres(): boolean {
  try {
    return spawnSync(findPostgresBinaries().postgres, ['--version'], { stdio: 'ignore' }).status === 0
  } catch {
    return false
  }
}

const thisMachine = { hasEmbeddedPostgres, hasEngine }
