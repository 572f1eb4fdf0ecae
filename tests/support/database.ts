import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '#prisma/migrate.ts'

export interface TestDatabase {
  url: string
  /** Closes every connection to it and removes it. */
  drop(): Promise<void>
}

const template = 'ngoma_template'

/** Makes the migrated database that the others are copied from. Once per test run. */
export async function createTemplate(serverUrl: string): Promise<void> {
  await onServer(serverUrl, `CREATE DATABASE ${template}`)
  await migrate(urlOf(serverUrl, template))
}

/**
 * Copies the migrated template: an empty, complete database that belongs to the caller alone.
 * @param serverUrl any database URL of the server that holds the template; in Vitest `inject('services').databaseUrl`
 */
export async function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  return {
    url: urlOf(serverUrl, name),
    drop: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(serverUrl, 'postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
