import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  url: string
  /** Closes every connection to it and removes it. */
  drop(): Promise<void>
}

/** The migrated database that the others are copied from: template.ts, which loads far more than this. */
export const template = 'ngoma_template'

/**
 * Copies the migrated template: an empty, complete database that belongs to the caller alone.
 * @param serverUrl any database URL of the server that holds the template; in Vitest `inject('services').databaseUrl`
 */
export async function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, copyOf(name))
  return {
    url: urlOf(serverUrl, name),
    drop: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

/** FILE_COPY copies the files as they are. The default writes every page to the write-ahead log, which takes three times as long. */
const copyOf = (name: string) => `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`

export function urlOf(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

export async function onServer(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(serverUrl, 'postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** Replaces a database of `createTestDatabase` by an empty one of the same name, and closes every connection to it. */
export async function renewTestDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await onServer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await onServer(url, copyOf(name))
}
