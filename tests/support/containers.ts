// PostgreSQL, Redis and an S3 server in containers for one test run, with docker-compose.yml's images.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  type ContainerRuntimeClient,
  GenericContainer,
  getContainerRuntimeClient,
  getReaper,
  type StartedTestContainer,
  Wait,
} from 'testcontainers'
import { z } from 'zod'
import { locale, throwAwaySettings } from '#server/local/postgres.ts'
import { processIdentity } from '#server/local/process-records.ts'
import { StopError } from '#server/local/run-program.ts'
import { type Engines, images, storeCommand } from './container-run.ts'

const root = path.join(import.meta.dirname, '..', '..')

const storeKeys = path.join(root, 'deploy', 's3.json')

/**
 * Starts the three on free ports, after removing remains of broken runs.
 * @throws StopError if no Docker engine answers
 */
export async function startContainers(buckets: [media: string, hidden: string]): Promise<Engines> {
  const client = await connectToEngine()
  await removeLeftOvers(client)
  const labels = { [label]: JSON.stringify(ownRun()) }
  const starting = [postgresContainer(), redisContainer(), storeContainer()].map((container) =>
    container.withLabels(labels).start(),
  )
  const end = async () => {
    const started = (await Promise.allSettled(starting)).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    )
    await Promise.all(started.map((container) => container.stop()))
  }
  try {
    const [postgres, redis, store] = await Promise.all(starting)
    if (!postgres || !redis || !store) throw new Error('A container is missing.')
    const s3 = { s3Endpoint: `http://${addressOf(store, 8333)}`, ...readStoreKeys() }
    await createBuckets(s3, buckets)
    return {
      databaseUrl: `postgresql://ngoma:ngoma@${addressOf(postgres, 5432)}/ngoma`,
      redisUrl: `redis://${addressOf(redis, 6379)}`,
      ...s3,
      end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

function addressOf(container: StartedTestContainer, port: number): string {
  return `${container.getHost()}:${container.getMappedPort(port)}`
}

// ── The engine ──

/** Whether the engine is local, so that it publishes ports on this machine. */
const isLocal = !/^(tcp|https?):/.test(process.env.DOCKER_HOST ?? '')

async function connectToEngine(): Promise<ContainerRuntimeClient> {
  // If the tests run inside a container, testcontainers would use the bridge's address.
  if (isLocal) process.env.TESTCONTAINERS_HOST_OVERRIDE ??= '127.0.0.1'
  const client = await getContainerRuntimeClient().catch((error: unknown) => {
    throw new StopError('No Docker engine answers here: see DOCKER_HOST.', { cause: error })
  })
  // testcontainers' reaper removes the containers when this process ends. Without the reaper's image, the
  // next run removes them.
  await getReaper(client).catch(() => {
    process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'
  })
  return client
}

/** A container whose port is published only on this machine, unless the engine is remote. */
class NearContainer extends GenericContainer {
  readonly #port: number

  constructor(image: string, port: number) {
    super(image)
    this.#port = port
    this.withExposedPorts(port)
  }

  protected override async beforeContainerCreated(): Promise<void> {
    const { host } = (await getContainerRuntimeClient()).info.containerRuntime
    if (host !== '127.0.0.1') return
    this.hostConfig.PortBindings = { [`${this.#port}/tcp`]: [{ HostIp: host, HostPort: '0' }] }
  }
}

// ── The containers ──

function postgresContainer(): GenericContainer {
  return (
    new NearContainer(images.postgres, 5432)
      .withEnvironment({
        POSTGRES_USER: 'ngoma',
        POSTGRES_PASSWORD: 'ngoma',
        POSTGRES_DB: 'ngoma',
        POSTGRES_INITDB_ARGS: [...locale, '--no-sync'].join(' '),
      })
      .withCommand(['postgres', ...throwAwaySettings.map((setting) => `-c${setting}`)])
      .withSharedMemorySize(256 * 1024 * 1024)
      // `-h`, because PostgreSQL listens to no address while creating its database.
      .withWaitStrategy(Wait.forSuccessfulCommand('pg_isready -U ngoma -h 127.0.0.1'))
  )
}

function redisContainer(): GenericContainer {
  const settings = [
    '--appendonly',
    'no',
    '--save',
    '',
    '--maxmemory-policy',
    'noeviction',
    '--databases',
    '64',
  ]
  return new NearContainer(images.redis, 6379)
    .withCommand(['redis-server', ...settings])
    .withWaitStrategy(Wait.forSuccessfulCommand('redis-cli ping'))
}

function storeContainer(): GenericContainer {
  return (
    new NearContainer(images.s3, 8333)
      .withCommand(storeCommand)
      // Parts of the store find each other by this name.
      .withHostname('s3')
      .withCopyFilesToContainer([{ source: storeKeys, target: '/etc/ngoma/s3.json' }])
      .withWaitStrategy(Wait.forHttp('/healthz', 8333))
  )
}

const storeKeysSchema = z.object({
  identities: z.tuple([
    z.object({ credentials: z.tuple([z.object({ accessKey: z.string(), secretKey: z.string() })]) }),
  ]),
})

function readStoreKeys() {
  const [{ credentials }] = storeKeysSchema.parse(JSON.parse(readFileSync(storeKeys, 'utf8'))).identities
  return { s3AccessKeyId: credentials[0].accessKey, s3SecretAccessKey: credentials[0].secretKey }
}

async function createBuckets(
  store: Pick<Engines, 's3Endpoint' | 's3AccessKeyId' | 's3SecretAccessKey'>,
  [media, kept]: [media: string, hidden: string],
): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(root, 'deploy', 'create-buckets.ts')], {
    cwd: root,
    env: {
      ...process.env,
      NGOMA_ENV: 'test',
      S3_ENDPOINT: store.s3Endpoint,
      S3_ACCESS_KEY_ID: store.s3AccessKeyId,
      S3_SECRET_ACCESS_KEY: store.s3SecretAccessKey,
      S3_MEDIA_BUCKET: media,
      S3_PRIVATE_BUCKET: kept,
    },
  })
}

// ── What a broken run leaves ──

const label = 'ngoma.tests.run'
const run = z.object({ machine: z.string(), pid: z.number().int(), identity: z.string().optional() })

function ownRun(): z.infer<typeof run> {
  return { machine: os.hostname(), pid: process.pid, identity: processIdentity(process.pid) }
}

/** Removes containers and data of dead runs on this machine. */
async function removeLeftOvers(client: ContainerRuntimeClient): Promise<void> {
  const { dockerode } = client.container
  const found = await dockerode.listContainers({ all: true, filters: { label: [label] } })
  const left = found.filter(({ Labels }) => {
    const { machine, pid, identity } = run.parse(JSON.parse(Labels[label] ?? '{}'))
    return machine === os.hostname() && processIdentity(pid) !== identity
  })
  await Promise.allSettled(left.map(({ Id }) => dockerode.getContainer(Id).remove({ force: true, v: true })))
}
