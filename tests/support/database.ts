import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface TestDatabase {
  url: string
  drop(): Promise<void>
}

/** The migrated database to copy. Not in template.ts, which loads far more. */
export const template = 'ngoma_template'

/**
 * Creates an empty, migrated database for the caller.
 * @param serverUrl any database URL of the server; in Vitest `inject('services').databaseUrl`
 */
export async function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(serverUrl, copyOf(name))
  return {
    url: urlOf(serverUrl, name),
    drop: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

/**
 * FILE_COPY copies files. The default strategy writes every page to the WAL and takes three times as long.
 */
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

export async function renewTestDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1)
  await onServer(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await onServer(url, copyOf(name))
}
