import { defineConfig } from 'prisma/config'
import { env } from './lib/core/env.ts'

export default defineConfig({
  schema: 'prisma/schema',
  datasource: { url: env.DATABASE_URL },
})
