import { randomBytes } from 'node:crypto'

/**
 * A key prefix of one's own, hash-tagged as REDIS_PREFIX wants it. Redis's numbered databases would not do: published
 * messages reach the listeners of all of them.
 */
export function createRedisPrefix(): string {
  return `{test-${randomBytes(6).toString('hex')}}`
}
