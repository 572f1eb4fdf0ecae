import { migrate } from '#prisma/migrate.ts'
import { onServer, template, urlOf } from './database.ts'

/** Makes the migrated database that the others are copied from. Once per test run. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await onServer(serverUrl, `CREATE DATABASE ${template}`)
  await migrate(urlOf(serverUrl, template))
  // Every file leaves its database behind: autovacuum would look into hundreds that nobody uses, several each second.
  await onServer(serverUrl, `ALTER SYSTEM SET autovacuum_naptime = '1h'`)
  // Tests run each statement a few times on hardly any rows: planning it for each set of parameters would take longer than to run it.
  await onServer(serverUrl, 'ALTER SYSTEM SET plan_cache_mode = force_generic_plan')
  await onServer(serverUrl, 'SELECT pg_reload_conf()')
}
