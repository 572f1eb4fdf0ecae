import { randomBytes } from 'node:crypto'

/**
 * Returns a new hash-tagged key prefix (REDIS_PREFIX). Tests in numbered databases would share published
 * messages.
 */
export function createRedisPrefix(): string {
  return `{test-${randomBytes(6).toString('hex')}}`
}
