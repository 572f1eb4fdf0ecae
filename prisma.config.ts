import { defineConfig } from 'prisma/config'
import { env } from './lib/core/env.ts'

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations', seed: 'node prisma/seed/main.ts' },
  datasource: { url: env.DATABASE_URL },
})
