import { readEnv } from '#lib/core/env.ts'
import { portsBy, type StackConfig, settingsFrom } from '#server/local/config.ts'
import { findFreePorts } from '#server/local/free-port.ts'

/**
 * Returns the configuration of a temporary stack on free ports, for browser tests and benchmarks. It ignores
 * addresses in the environment.
 * @param overrides settings for the product's processes
 */
export async function throwAwayConfig(
  dataDir: string,
  overrides: Record<string, string> = {},
): Promise<StackConfig> {
  const free = await findFreePorts(9)
  const ports = await portsBy(() => free.pop() ?? 0)
  const forgotten = {
    S3_PUBLIC_ENDPOINT: '',
    MPESA_CALLBACK_BASE_URL: '',
    MPESA_PARTY_B: '',
    BACKUP_DATABASE_URL: '',
    REDIS_SENTINELS: '',
    // All sockets come from this machine.
    SOCKETS_PER_ADDRESS: '100000',
  }
  const settings = { ...settingsFrom({}, ports, {}, dataDir), ...forgotten, ...overrides }
  return { dataDir, throwAway: true, ports, env: readEnv(settings), given: {}, settings }
}
