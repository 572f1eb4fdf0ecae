import { toCsv, toCsvLines } from '#lib/contract/csv.ts'
import { nairobiDay, nairobiText, nairobiTime } from '#lib/core/clock.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { accountKinds, accountName } from '#lib/domain/ledger/chart.ts'
import type { BookedJournal } from './read-journals.ts'

export type LedgerFormat = {
  readonly fileType: string
  readonly contentType: string
  readonly head: string
  write(journals: readonly BookedJournal[]): string
}

const columns = [
  'posted_on',
  'date_paid_nairobi',
  'month',
  'journal',
  'type',
  'account',
  'debit_kes',
  'credit_kes',
  'reference',
  'number',
  'counterparty',
]

/** One row for each entry. Amounts are shillings. */
const csv: LedgerFormat = {
  fileType: 'csv',
  contentType: 'text/csv; charset=utf-8',
  head: toCsv([columns]),
  write: (journals) =>
    toCsvLines(
      journals.flatMap(({ id, type, occurredAt, month, reference, number, entries }) =>
        entries.map(({ kind, amount, counterparty }) => [
          postingDay(occurredAt, month),
          nairobiText(occurredAt),
          month,
          String(id),
          type,
          accountName(kind),
          amount < 0n ? toShillings(-amount) : '',
          amount > 0n ? toShillings(amount) : '',
          reference,
          number,
          counterparty,
        ]),
      ),
    ),
}

const NOTE =
  '; The ledger of Ngoma in Kenya shillings. A debit is positive, as accounting programs have it.\n'

/** hledger and Beancount read the same entries, but each refuses the other's account declarations and tags. */
const hledger: LedgerFormat = {
  fileType: 'journal',
  contentType: 'text/plain; charset=utf-8',
  head: `${NOTE}\ncommodity 1000.00 KES\n${accountKinds.map((kind) => `account ${accountName(kind)}\n`).join('')}\n`,
  write: toPlainText((tags) => `  ; ${tags.map(([name, value]) => `${name}: ${value}`).join(', ')}\n`),
}

const beancount: LedgerFormat = {
  fileType: 'beancount',
  contentType: 'text/plain; charset=utf-8',
  head: `${NOTE}\noption "operating_currency" "KES"\n${accountKinds.map((kind) => `2000-01-01 open ${accountName(kind)} KES\n`).join('')}\n`,
  write: toPlainText((tags) => tags.map(([name, value]) => `  ${name}: "${value}"\n`).join('')),
}

export const ledgerFormats = { csv, hledger, beancount } as const
export type LedgerFormatName = keyof typeof ledgerFormats

/**
 * Returns the day of a journal in its month's books, so that a program's date filter gives the report's
 * balances. A close is posted on the last day of its month, a late journal on the first.
 */
function postingDay(occurredAt: Date, month: string): string {
  const day = nairobiDay(occurredAt)
  if (day.startsWith(month)) return day
  if (day < month) return `${month}-01`
  const [year = 0, of = 1] = month.split('-').map(Number)
  return nairobiDay(nairobiTime(year, of + 1, 0))
}

type Tags = readonly (readonly [name: string, value: string])[]

function toPlainText(writeTags: (tags: Tags) => string) {
  return (journals: readonly BookedJournal[]): string =>
    journals
      .map(({ id, type, occurredAt, month, reference, number, entries }) => {
        const payee = entries.find(({ counterparty }) => counterparty !== '')?.counterparty ?? ''
        const tags = writeTags([
          ['month', month],
          ['journal', String(id)],
          ['date_paid', nairobiText(occurredAt)],
          ...(number ? [['number', number] as const] : []),
        ])
        const lines = entries.map(
          ({ kind, amount }) =>
            `  ${accountName(kind).padEnd(34)}  ${inShillings(-amount).padStart(16)} KES\n`,
        )
        return `${postingDay(occurredAt, month)} * "${quotable(payee)}" "${type} ${quotable(reference)}"\n${tags}${lines.join('')}\n`
      })
      .join('')
}

/** Makes a text safe inside quotes for hledger and Beancount; a semicolon would start a comment. */
function quotable(text: string): string {
  return text.replaceAll(/["\\;|\r\n]/g, ' ')
}

function inShillings(cents: Cents): string {
  const [sign, rest] = cents < 0n ? ['-', -cents] : ['', cents]
  return `${sign}${rest / 100n}.${String(rest % 100n).padStart(2, '0')}`
}
