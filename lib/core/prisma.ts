import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { db } from './db.ts'
import { PrismaClient } from './generated/prisma/client.ts'

const clients = new WeakMap<Pool, PrismaClient>()

/**
 * Prisma Client on the process's pool, for ordinary reads and writes (docs/decisions/0039). Inside of a transaction there is
 * Kysely (`tx.kysely`).
 */
export function prisma(): PrismaClient {
  const pool = db()
  const known = clients.get(pool)
  if (known) return known
  // PostgreSQL parses each text once for each connection.
  const statementNameGenerator = ({ sql }: { sql: string }) =>
    createHash('sha1').update(sql).digest('base64url')
  const created = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator }) })
  clients.set(pool, created)
  return created
}
