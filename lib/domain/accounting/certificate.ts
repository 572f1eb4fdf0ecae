import type { TaxYear } from '#lib/contract/taxes/calls.ts'
import { nairobiDay } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { prisma } from '#lib/core/prisma.ts'
import { say } from '#lib/core/sentence.ts'
import { readKycForm } from '#lib/domain/kyc/queries.ts'
import { readTaxedOf, readTaxedPeople, readTaxYears, type Taxed } from '#lib/domain/taxes/withheld.ts'
import type { Locale } from '#messages/locales.ts'
import { monthTitle } from '#messages/month-title.ts'
import { drawPdf } from './draw-pdf.ts'
import { amountText } from './report-pdf.ts'

const sumsOf = ({ gross, tax }: { gross: Cents; tax: Cents }) => ({
  gross: toShillings(gross),
  tax: toShillings(tax),
  net: toShillings(gross - tax),
})

/** Amounts are shillings. */
export async function listTaxYear(year: number): Promise<TaxYear> {
  const found = await readTaxedPeople(year)
  return {
    ...sumsOf(totalOf(found)),
    results: found.map(({ userId, username, ...sums }) => ({ user_id: userId, username, ...sumsOf(sums) })),
  }
}

/** Newest first, in shillings. */
export async function listOwnTaxYears(userId: string) {
  return { results: (await readTaxYears(userId)).map(({ year, ...sums }) => ({ year, ...sumsOf(sums) })) }
}

/**
 * Returns the PDF of the tax withheld from a person's prizes and royalties in a year.
 * @throws NotFoundError if nothing was withheld
 */
export async function certificatePdf(userId: string, year: number, locale: Locale): Promise<Buffer> {
  const [taxed, form, person] = await Promise.all([
    readTaxedOf(userId, year),
    readKycForm(db(), userId),
    prisma().user.findUnique({
      where: { id: userId },
      select: { username: true, firstName: true, lastName: true },
    }),
  ])
  const last = taxed.at(-1)
  if (!last || !person) throw new NotFoundError()
  const { username, firstName, lastName } = person
  const name = form.full_name || [firstName, lastName].filter(Boolean).join(' ') || username
  const total = totalOf(taxed)
  const amounts = ({ gross, tax }: { gross: Cents; tax: Cents }) =>
    [gross, tax, gross - tax].map((cents) => amountText(toShillings(cents)))
  return drawPdf({
    title: say('certificate.title').in(locale),
    lines: [
      say('certificate.of', { name, username, year }).in(locale),
      ...(form.national_id ? [say('certificate.national_id', { id: form.national_id }).in(locale)] : []),
      say('certificate.number', { number: `${year}-${userId}` }).in(locale),
      say('certificate.note').in(locale),
    ],
    // The certificate's date is its last close: another close in the year changes the certificate.
    at: last.closedAt,
    pageOf: (page, pages) => say('report.page', { page, pages }).in(locale),
    tables: [
      {
        heading: say('certificate.lines').in(locale),
        columns: [
          { head: say('column.month').in(locale), width: 4 },
          { head: say('column.kind').in(locale), width: 2 },
          { head: say('column.date').in(locale), width: 2 },
          { head: say('column.gross').in(locale), width: 2, align: 'right' },
          { head: say('column.tax').in(locale), width: 2, align: 'right' },
          { head: say('column.net').in(locale), width: 2, align: 'right' },
        ],
        rows: taxed.map((one) => [...namesOf(one, locale), ...amounts(one)]),
        total: [say('report.total').in(locale), '', '', ...amounts(total)],
        empty: say('report.none').in(locale),
      },
    ],
  })
}

const namesOf = ({ title, kind, closedAt }: Taxed, locale: Locale) => [
  monthTitle(title, locale),
  say(`certificate.${kind}`).in(locale),
  nairobiDay(closedAt),
]

function totalOf(all: readonly { gross: Cents; tax: Cents }[]): { gross: Cents; tax: Cents } {
  return all.reduce((sum, { gross, tax }) => ({ gross: sum.gross + gross, tax: sum.tax + tax }), {
    gross: 0n,
    tax: 0n,
  })
}
