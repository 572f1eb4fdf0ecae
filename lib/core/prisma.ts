import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { env } from './env.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { processSingleton } from './process-singleton.ts'

const client = processSingleton(
  'prisma',
  () =>
    new PrismaClient({
      adapter: new PrismaPg(
        {
          connectionString: env.DATABASE_URL,
          max: env.DATABASE_POOL,
          options: env.DATABASE_ROLE ? `-c role=${env.DATABASE_ROLE}` : undefined,
        },
        // Prepared once per connection and text.
        { statementNameGenerator: ({ sql }) => createHash('sha1').update(sql).digest('base64url') },
      ),
    }),
)

/** The process's Prisma client, for everything that is not a hot path; those use `db`. */
export function prisma(): PrismaClient {
  return client.get()
}

/** Ends Prisma's own connections. */
export async function closePrisma(): Promise<void> {
  await client.drop()?.$disconnect()
}
