// Runs before each test file, and so before any module of the product reads the environment: every file gets a database
// and a Redis prefix of its own, under the names the product itself uses.
import { inject } from 'vitest'
import { createTestDatabase } from './database.ts'
import { createRedisPrefix } from './redis.ts'

const services = inject('services')
const database = await createTestDatabase(services.databaseUrl)

Object.assign(process.env, {
  NODE_ENV: 'test',
  NGOMA_ENV: 'test',
  LOG_LEVEL: 'silent',
  DATABASE_URL: database.url,
  REDIS_URL: services.redisUrl,
  REDIS_PREFIX: createRedisPrefix(),
  S3_ENDPOINT: services.s3Endpoint,
  S3_MEDIA_BUCKET: services.mediaBucket,
  S3_PRIVATE_BUCKET: services.privateBucket,
})
