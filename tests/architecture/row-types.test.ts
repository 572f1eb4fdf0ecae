import { describe, expect, test } from 'vitest'
import { isIn, sourceFiles } from './source-tree.ts'

/** Files whose SQL is text with row types asserted by hand, each with the reason (docs/decisions/0029). */
const byHand: Readonly<Record<string, string>> = {
  'lib/core/db.ts': 'declares the functions',
  'lib/core/kysely.ts': 'hands the rows of Kysely, whose types come from the schema, through the driver',
  'lib/core/idempotency.ts': 'claims the keys of many writes in one statement',
  'lib/core/outbox.ts': 'every write of the product puts its jobs and events there',
  'lib/domain/ledger/commands.ts':
    'posts journals: the statement of every movement of money, measured as text',
  'lib/domain/payments/settlement-rows.ts': 'settles up to 200 payments at once, with their receipts',
  'lib/domain/payments/inbox.ts': 'settlement takes up to 200 callbacks at once',
  'lib/domain/payments/submit.ts': 'claims up to 100 prompts at once',
  'lib/domain/gifts/settlement.ts': 'counts up to 200 gifts at once',
  'lib/domain/gifts/facts.ts': 'reads what orders of gifts need in one statement',
  'lib/domain/gifts/make-gifts.ts': 'makes up to 100 gifts at once',
  'lib/domain/payments/admit-prompt.ts': 'asks for all limits of up to 100 prompts in one statement',
}

const asserting = sourceFiles().filter(
  ({ name, text }) =>
    !isIn('tests', name) &&
    (/\.query<|\b(rows|firstRow)</.test(text) ||
      /import\s*\{[^}]*\b(rows|firstRow)\b[^}]*\}\s*from\s*'[^']*\/db\.ts'/.test(text)),
)

describe('types of rows', () => {
  test('come from the schema, through Prisma Client or Kysely', () => {
    expect(asserting.map(({ name }) => name).filter((name) => !(name in byHand))).toEqual([])
  })

  test('the list of files with types by hand has no others', () => {
    const found = new Set(asserting.map(({ name }) => name))
    expect(Object.keys(byHand).filter((name) => !found.has(name))).toEqual([])
  })
})
