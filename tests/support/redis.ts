import { randomBytes } from 'node:crypto'

/**
 * Returns an own hash-tagged key prefix (REDIS_PREFIX). Numbered databases would share published messages.
 */
export function createRedisPrefix(): string {
  return `{test-${randomBytes(6).toString('hex')}}`
}
