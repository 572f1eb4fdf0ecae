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
  'lib/domain/audit/chain.ts',
  'lib/domain/audit/commands.ts',
  'lib/domain/audit/export.ts',
  'lib/domain/audit/queries.ts',
  'lib/domain/kyc/review.ts',
  'lib/domain/kyc/submission.ts',
  'lib/domain/kyc/submissions.ts',
  'lib/domain/profiles/commands.ts',
  'lib/domain/profiles/delete-account.ts',
  'lib/domain/profiles/export.ts',
  'lib/domain/profiles/queries.ts',
  'lib/domain/profiles/switch-account.ts',
  'lib/domain/profiles/withdraw-works.ts',
  'lib/domain/review/commands.ts',
  'lib/domain/review/queries.ts',
  'lib/domain/review/stats.ts',
  'lib/domain/settings/desk-queries.ts',
  'lib/domain/settings/proposals.ts',
  'lib/domain/settings/write-setting.ts',
  'lib/domain/staff/commands.ts',
  'lib/domain/staff/queries.ts',
  'lib/domain/staff/reset-second-factor.ts',
  'lib/domain/subscriptions/asking-price.ts',
  'lib/domain/subscriptions/commands.ts',
  'lib/domain/subscriptions/queries.ts',
  'lib/domain/subscriptions/rows.ts',
  'lib/domain/subscriptions/settlement.ts',
  'lib/domain/subscriptions/tell-dancers.ts',
  'lib/domain/transfers/commands.ts',
  'lib/domain/transfers/queries.ts',
  'lib/domain/wallets/book.ts',
  'lib/domain/wallets/queries.ts',
  'prisma/seed/identities/seed-identities.ts',
  'prisma/seed/identities/store-documents.ts',
  'prisma/seed/insert-rows.ts',
  'prisma/seed/money/simulator-book.ts',
  'prisma/seed/months/seed-months.ts',
  'prisma/seed/months/write-month.ts',
  'prisma/seed/music/seed-tracks.ts',
  'prisma/seed/people/seed-people.ts',
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
