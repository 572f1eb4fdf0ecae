import { downloads } from '#lib/contract/all.ts'
import { nairobiDay, now } from '#lib/core/clock.ts'
import { certificatePdf } from '#lib/domain/accounting/certificate.ts'
import { type LedgerFormatName, ledgerFormats } from '#lib/domain/accounting/export-ledger.ts'
import { everyJournal } from '#lib/domain/accounting/read-journals.ts'
import { readReport } from '#lib/domain/accounting/read-report.ts'
import { reportCsv } from '#lib/domain/accounting/report-csv.ts'
import { reportPdf } from '#lib/domain/accounting/report-pdf.ts'
import { recordExport } from '#lib/domain/audit/record-export.ts'
import { type StaffFile, staffFile } from '#lib/web/endpoint/staff-file.ts'
import { streamOf } from '#lib/web/endpoint/stream-text.ts'
import type { Locale } from '#messages/locales.ts'

type Who = { by: { readonly id: string }; address: string }

/** The report is in the reader's language. */
export const monthReportPdf = staffFile(
  downloads.monthReportPdf,
  async ({ params: { month }, language, ...who }): Promise<StaffFile> => {
    const body = new Uint8Array(await reportPdf(month, language))
    await record('month_report.downloaded', { month, format: 'pdf' }, who)
    return { fileName: `ngoma-report-${month}.pdf`, contentType: 'application/pdf', body }
  },
)

export const monthReportCsv = staffFile(
  downloads.monthReportCsv,
  async ({ params: { month }, ...who }): Promise<StaffFile> => {
    const body = reportCsv(await readReport(month))
    await record('month_report.downloaded', { month, format: 'csv' }, who)
    return { fileName: `ngoma-report-${month}.csv`, contentType: 'text/csv; charset=utf-8', body }
  },
)

export const ledgerCsv = staffFile(downloads.ledgerCsv, ({ query, ...who }) =>
  ledgerFile('csv', query.month, who),
)
export const ledgerHledger = staffFile(downloads.ledgerHledger, ({ query, ...who }) =>
  ledgerFile('hledger', query.month, who),
)
export const ledgerBeancount = staffFile(downloads.ledgerBeancount, ({ query, ...who }) =>
  ledgerFile('beancount', query.month, who),
)

/** Streams the ledger while rows are read. */
async function ledgerFile(name: LedgerFormatName, month: string | undefined, who: Who): Promise<StaffFile> {
  await record('ledger.exported', { format: name, month }, who)
  const { fileType, contentType, head, write } = ledgerFormats[name]
  return {
    fileName: `ngoma-ledger-${month ?? nairobiDay(now())}.${fileType}`,
    contentType,
    body: streamOf(head, everyJournal(month), write),
  }
}

/** Certificate of any person, for super admins. */
export const taxCertificate = staffFile(
  downloads.taxCertificate,
  async ({ params: { year, user_id }, language, by, address }): Promise<StaffFile> => {
    const file = await certificateFile(user_id, year, language)
    await recordExport(
      'tax_certificate.downloaded',
      { type: 'user', id: user_id },
      { year },
      { actor: by, address },
    )
    return file
  },
)

export const ownTaxCertificate = staffFile(
  downloads.ownTaxCertificate,
  ({ params: { year }, language, by }): Promise<StaffFile> => certificateFile(by.id, year, language),
)

async function certificateFile(userId: string, year: number, language: Locale): Promise<StaffFile> {
  const body = new Uint8Array(await certificatePdf(userId, year, language))
  return { fileName: `ngoma-tax-${year}.pdf`, contentType: 'application/pdf', body }
}

function record(
  action: 'month_report.downloaded' | 'ledger.exported',
  filters: Readonly<Record<string, string | undefined>>,
  { by, address }: Who,
): Promise<void> {
  const subject =
    action === 'ledger.exported' ? { type: 'ledger', id: 'file' } : { type: 'month_reports', id: 'file' }
  return recordExport(action, subject, filters, { actor: by, address })
}
