import type pg from 'pg'

/**
 * Creates a database with the product's own collation (server/local/postgres.ts): by default a managed
 * PostgreSQL sorts by the rules of a language.
 */
export async function createDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(
    `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'
      LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`,
  )
}
