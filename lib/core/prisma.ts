import { PrismaPg } from '@prisma/adapter-pg'
import type { Pool } from 'pg'
import { db } from './db.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { statementName } from './statement-name.ts'

const clients = new WeakMap<Pool, PrismaClient>()

/** In transactions use `tx.kysely` (docs/decisions/0029). */
export function prisma(): PrismaClient {
  const pool = db()
  const known = clients.get(pool)
  if (known) return known
  // Names statements, so that PostgreSQL parses each text once per connection.
  const statementNameGenerator = ({ sql }: { sql: string }) => statementName(sql)
  const created = new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator }) })
  clients.set(pool, created)
  return created
}
