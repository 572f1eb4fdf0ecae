// What the README promises of the demo: who may sign in, and that the worker's page opens where `docker compose up` has started it.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { readServices } from './compose-files.ts'

const readme = readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8')
const published = z.looseObject({
  environment: z.looseObject({ METRICS_TOKEN: z.string() }),
  ports: z.tuple([z.string().endsWith(':3006')]),
})

test.each(demoAccounts)('the README names $email and its password', ({ email, password }) => {
  expect(readme).toContain(`\`${email}\``)
  expect(readme).toContain(`\`${password}\``)
})

test('the worker of compose has a password for its page: whoever comes by its port has an address of Docker’s', () => {
  const { environment } = published.parse(readServices(['docker-compose.yml']).worker)
  expect(environment.METRICS_TOKEN).not.toBe('')
  expect(readme).toContain(`\`${environment.METRICS_TOKEN}\``)
})
