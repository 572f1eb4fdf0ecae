import { describe, expect, test } from 'vitest'
import { isIn, sourceFiles } from './source-tree.ts'

/** Files whose SQL is text with row types asserted by hand, each with the reason (docs/decisions/0048). */
const byHand: Readonly<Record<string, string>> = {
  'lib/core/db.ts': 'declares the functions',
  'lib/core/kysely.ts': 'hands the rows of Kysely, whose types come from the schema, through the driver',
  'lib/core/outbox.ts': 'every write of the product puts its jobs and events there',
  'lib/domain/ledger/commands.ts':
    'posts journals: the statement of every movement of money, measured as text',
  'lib/domain/payments/settlement-rows.ts': 'settles up to 200 payments at once',
  'lib/domain/payments/receipt-rows.ts': 'books the receipts of up to 200 payments at once',
  'lib/domain/gifts/settlement.ts': 'counts up to 200 gifts at once',
  'lib/domain/gifts/facts.ts': 'reads what an order of a gift needs in one statement',
  'lib/domain/payments/admit-prompt.ts': 'asks for all limits of a prompt in one statement',
}

/** Files that still have some and are being changed; none may be added. */
const unfinished: readonly string[] = [
  'lib/domain/reconciliation/actions.ts',
  'lib/domain/reconciliation/case-detail.ts',
  'lib/domain/reconciliation/explain-difference.ts',
  'lib/domain/reconciliation/find-subject.ts',
  'lib/domain/reconciliation/in-the-air.ts',
  'lib/domain/reconciliation/list-cases.ts',
  'lib/domain/reconciliation/proposals.ts',
  'lib/domain/reconciliation/read-subjects.ts',
  'lib/domain/reconciliation/settle-balances.ts',
  'lib/domain/reconciliation/settle-unproven.ts',
  'lib/domain/reconciliation/timeline.ts',
  'lib/domain/reconciliation/write-off.ts',
]

const asserting = sourceFiles().filter(
  ({ name, text }) =>
    !isIn('tests', name) &&
    (/\.query<|\b(rows|firstRow)</.test(text) ||
      /import\s*\{[^}]*\b(rows|firstRow)\b[^}]*\}\s*from\s*'[^']*\/db\.ts'/.test(text)),
)

describe('types of rows', () => {
  test('come from the schema, through Prisma Client or Kysely', () => {
    const known = new Set([...Object.keys(byHand), ...unfinished])
    expect(asserting.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  })

  test('the lists of files with types by hand have no others', () => {
    const found = new Set(asserting.map(({ name }) => name))
    expect([...Object.keys(byHand), ...unfinished].filter((name) => !found.has(name))).toEqual([])
  })
})
