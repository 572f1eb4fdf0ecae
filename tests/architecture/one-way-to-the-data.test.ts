import { expect, test } from 'vitest'
import { isIn, sourceFiles } from './source-tree.ts'

// Prisma Client is for reads and writes on the pool, Kysely for locks, joins with expressions, reports and transactions.
test('a file asks the database through Prisma Client or through Kysely, and not through both', () => {
  const both = sourceFiles().filter(
    ({ name, imports, text }) =>
      !isIn('tests', name) &&
      imports.includes('lib/core/prisma.ts') &&
      (imports.includes('lib/core/kysely.ts') || /\.kysely\b|\{[^}]*\bkysely\b[^}]*\}: Tx/.test(text)),
  )
  expect(both.map(({ name }) => name)).toEqual([])
})
