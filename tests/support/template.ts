import { migrate } from '#prisma/migrate.ts'
import { onServer, template, urlOf } from './database.ts'

/** Creates the migrated template once per test run. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await onServer(serverUrl, `CREATE DATABASE ${template}`)
  await migrate(urlOf(serverUrl, template))
  // Hourly, because autovacuum would check hundreds of unused databases.
  await onServer(serverUrl, `ALTER SYSTEM SET autovacuum_naptime = '1h'`)
  // Planning for each set of parameters would take longer than running on few rows.
  await onServer(serverUrl, 'ALTER SYSTEM SET plan_cache_mode = force_generic_plan')
  await onServer(serverUrl, 'SELECT pg_reload_conf()')
}
