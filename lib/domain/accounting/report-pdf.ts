import { monthReport } from '#lib/contract/accounting/calls.ts'
import { nairobiDay, nairobiText } from '#lib/core/clock.ts'
import { jsonIn, type PlainKey, say } from '#lib/core/sentence.ts'
import type { Locale } from '#messages/locales.ts'
import { drawPdf, type PdfColumn, type PdfTable } from './draw-pdf.ts'
import { readReport } from './read-report.ts'

/**
 * Repeated calls give equal bytes: the report never changes, and the file has the date of the close.
 * @throws NotFoundError if the month has no report
 */
export async function reportPdf(month: string, locale: Locale): Promise<Buffer> {
  // Reads the report as the API answers it, with names as words of the language.
  const report = monthReport.parse(JSON.parse(jsonIn(locale, await readReport(month))))
  const words = (key: Plain) => say(key).in(locale)
  const amount = (shillings: number) => amountText(shillings)
  const none = words('report.none')
  const [kind, account] = [column(words('column.kind'), 4), column(words('column.account'), 4)]
  const money = (key: Plain) => column(words(key), 2, 'right')
  const listed = (heading: Plain, rows: readonly (readonly [string, number])[]): PdfTable => ({
    heading: words(heading),
    columns: [kind, money('column.amount')],
    rows: rows.map(([name, value]) => [name, amount(value)]),
    empty: none,
  })
  const { taxes, shares, prizes, royalties } = report
  return drawPdf({
    title: words('report.title'),
    lines: [
      say('report.period', { month: report.title, day: nairobiDay(new Date(report.closed_at)) }).in(locale),
      words('report.note'),
    ],
    at: new Date(report.closed_at),
    pageOf: (page, pages) => say('report.page', { page, pages }).in(locale),
    tables: [
      {
        heading: words('report.accounts'),
        columns: [
          account,
          money('column.opening'),
          money('column.debit'),
          money('column.credit'),
          money('column.closing'),
        ],
        rows: report.accounts.map((one) => [
          String(one.name),
          ...[one.opening, one.debit, one.credit, one.closing].map(amount),
        ]),
        empty: none,
      },
      listed(
        'report.income',
        report.income.map((one) => [one.name, one.amount]),
      ),
      listed('report.shares', [
        [words('report.dancers'), shares.dancers],
        [words('report.musicians'), shares.musicians],
        [words('report.platform'), shares.platform],
      ]),
      {
        heading: words('report.payments_out'),
        columns: [kind, money('column.gross'), money('column.tax'), money('column.net')],
        rows: [
          [words('report.prizes'), ...[prizes.gross, prizes.tax, prizes.net].map(amount)],
          [words('report.royalties'), ...[royalties.gross, royalties.tax, royalties.net].map(amount)],
          ...report.charges.map((one) => [one.name, amount(one.amount), '', '']),
          [words('report.tax_withheld'), '', amount(taxes.withheld), ''],
          [words('report.tax_paid'), '', amount(taxes.paid), ''],
          [words('report.tax_owed'), '', amount(taxes.owed), ''],
        ],
        empty: none,
      },
      {
        heading: words('report.movements'),
        columns: [kind, account, money('column.debit'), money('column.credit')],
        rows: report.movements.map((one) => [
          one.name,
          one.account_name,
          amount(one.debit),
          amount(one.credit),
        ]),
        empty: none,
      },
      {
        heading: words('report.payouts'),
        columns: [
          column(words('column.date'), 3),
          column(words('column.kind'), 2),
          column(words('column.reference'), 3),
          column(words('column.receipt'), 2),
          money('column.amount'),
        ],
        rows: report.payouts.map((one) => [
          nairobiText(new Date(one.paid_at)),
          one.name,
          one.reference,
          one.receipt,
          amount(one.amount),
        ]),
        total: [
          words('report.total'),
          '',
          '',
          '',
          amount(report.payouts.reduce((cents, one) => cents + Math.round(one.amount * 100), 0) / 100),
        ],
        empty: none,
      },
    ],
  })
}

type Plain = Extract<PlainKey, `column.${string}` | `report.${string}`>

const column = (head: string, width: number, align?: 'right'): PdfColumn =>
  align ? { head, width, align } : { head, width }

/** Shillings with two decimals, as accountants write them. */
export function amountText(shillings: number): string {
  return shillings.toLocaleString('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
