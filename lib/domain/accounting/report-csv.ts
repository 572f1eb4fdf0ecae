import type { MonthReport } from '#lib/contract/accounting/calls.ts'
import { toCsv } from '#lib/contract/csv.ts'
import { nairobiText } from '#lib/core/clock.ts'

type Row = readonly (string | number)[]

const columns = [
  'section',
  'kind',
  'account',
  'date_nairobi',
  'reference',
  'receipt',
  'opening_kes',
  'debit_kes',
  'credit_kes',
  'closing_kes',
  'amount_kes',
] as const

type Cells = Partial<Record<(typeof columns)[number], string | number>>

/** Kinds and accounts are codes instead of translated names, so the file is equal in all languages. */
export function reportCsv(report: Pick<MonthReport, 'month'> & ReportFigures): string {
  const { accounts, income, shares, prizes, royalties, charges, taxes, movements, payouts } = report
  const amounts = (section: string, of: Readonly<Record<string, number>>): Cells[] =>
    Object.entries(of).map(([kind, amount_kes]) => ({ section, kind, amount_kes }))
  const rows: Cells[] = [
    { section: 'month', kind: report.month },
    ...accounts.map(({ kind, opening, debit, credit, closing }) => ({
      section: 'account',
      account: kind,
      opening_kes: opening,
      debit_kes: debit,
      credit_kes: credit,
      closing_kes: closing,
    })),
    ...income.map(({ kind, amount }) => ({ section: 'income', kind, amount_kes: amount })),
    ...amounts('share', shares),
    ...amounts('prizes', prizes),
    ...amounts('royalties', royalties),
    ...charges.map(({ kind, amount }) => ({ section: 'charge', account: kind, amount_kes: amount })),
    ...amounts('tax', taxes),
    ...movements.map(({ kind, account, debit, credit }) => ({
      section: 'movement',
      kind,
      account,
      debit_kes: debit,
      credit_kes: credit,
    })),
    ...payouts.map(({ kind, paid_at, reference, receipt, amount }) => ({
      section: 'payout',
      kind,
      date_nairobi: nairobiText(new Date(paid_at)),
      reference,
      receipt,
      amount_kes: amount,
    })),
  ]
  return toCsv([columns, ...rows.map((row): Row => columns.map((column) => row[column] ?? ''))])
}

/** A report's figures without the translated names. */
type ReportFigures = {
  [Part in 'shares' | 'prizes' | 'royalties' | 'taxes']: MonthReport[Part]
} & {
  [Part in 'accounts' | 'income' | 'charges' | 'movements' | 'payouts']: readonly Omit<
    MonthReport[Part][number],
    'name' | 'account_name'
  >[]
}
