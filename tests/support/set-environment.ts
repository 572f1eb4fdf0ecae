// Runs before each test file, before modules read the environment. Sets an empty database, an empty Redis
// prefix, and addresses for M-Pesa, web, worker, mail server, YouTube and push service. Test files share a
// process whose modules remember these names, so the names stay and the contents are emptied.
import { afterAll, inject } from 'vitest'
import webPush from 'web-push'
import { findFreePorts } from '#server/local/free-port.ts'
import { createTestDatabase, renewTestDatabase } from './database.ts'
import { createRedisPrefix } from './redis.ts'

const services = inject('services')

if (process.env.NGOMA_TEST_FILES === undefined) {
  const database = await createTestDatabase(services.databaseUrl)
  const [mpesaPort, webPort, workerPort, smtpPort, mailPagePort, youtubePort, pushPort] =
    await findFreePorts(7)
  const pushKeys = webPush.generateVAPIDKeys()
  Object.assign(process.env, {
    NGOMA_TEST_FILES: 'begun',
    NODE_ENV: 'test',
    NGOMA_ENV: 'test',
    LOG_LEVEL: 'silent',
    ARGON2_KIB: '8',
    DATABASE_URL: database.url,
    REDIS_URL: services.redisUrl,
    REDIS_SENTINELS: '',
    REDIS_PREFIX: createRedisPrefix(),
    S3_ENDPOINT: services.s3Endpoint,
    S3_ACCESS_KEY_ID: services.s3AccessKeyId,
    S3_SECRET_ACCESS_KEY: services.s3SecretAccessKey,
    S3_MEDIA_BUCKET: services.mediaBucket,
    S3_PRIVATE_BUCKET: services.privateBucket,
    PUBLIC_URL: `http://127.0.0.1:${webPort}`,
    WEB_PORT: String(webPort),
    WORKER_PORT: String(workerPort),
    SOCKETS_PER_ADDRESS: '100000',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    MAIL_PAGE_PORT: String(mailPagePort),
    MPESA_BASE_URL: `http://127.0.0.1:${mpesaPort}`,
    MPESA_CALLBACK_BASE_URL: `http://127.0.0.1:${webPort}`,
    USSD_TOKEN: 'token-of-the-ussd-gateway-in-tests',
    USSD_SOURCES: '127.9.0.0/16',
    VAPID_PUBLIC_KEY: pushKeys.publicKey,
    VAPID_PRIVATE_KEY: pushKeys.privateKey,
    VAPID_SUBJECT: 'mailto:desk@ngoma.example',
    PUSH_SERVICES: `127.0.0.1:${pushPort}`,
    MPESA_QUERIES_PER_MINUTE: '6000',
    YOUTUBE_URL: `http://127.0.0.1:${youtubePort}`,
    YOUTUBE_API_URL: `http://127.0.0.1:${youtubePort}`,
    YOUTUBE_PICTURES_URL: `http://127.0.0.1:${youtubePort}`,
    YOUTUBE_TIMEOUT_MS: '2000',
  })
} else {
  await renewTestDatabase(process.env.DATABASE_URL ?? '')
}

// A test file's own process ends with the file.
if (process.env.TEST_PROCESS !== 'own')
  afterAll(async () => {
    const { emptyProcess } = await import('./empty-process.ts')
    await emptyProcess()
  })
