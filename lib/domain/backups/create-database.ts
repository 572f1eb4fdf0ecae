import type pg from 'pg'

/**
 * Makes an empty database that sorts texts as the product's own does (server/local/postgres.ts), whatever the server's other databases
 * do: those of a managed PostgreSQL sort by a language.
 */
export async function createDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(
    `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8'
      LOCALE 'C' LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8'`,
  )
}
