import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { deliverMail } from '#lib/core/mail.ts'
import { renderMail } from '#lib/domain/mail/render.ts'
import { toMailLocale } from '#lib/domain/mail/schema.ts'
import { readReport } from './read-report.ts'
import { reportCsv } from './report-csv.ts'
import { reportPdf } from './report-pdf.ts'

/**
 * Mails a month's report as CSV and as PDF in the recipient's language. Skips an address that is no longer a
 * recipient.
 */
export async function mailMonthReport(job: { challengeId: string; email: string }): Promise<void> {
  const found = await kysely(db())
    .selectFrom('reportRecipient as t')
    .innerJoin('monthReport as r', (join) => join.on('r.challengeId', '=', job.challengeId))
    .innerJoin('challenge as c', 'c.id', 'r.challengeId')
    .where('t.email', '=', job.email)
    .select(['t.locale', 'c.title'])
    .select(sql<string>`to_char(r.month, 'YYYY-MM')`.as('month'))
    .executeTakeFirst()
  if (!found) return
  const { title: challenge, month } = found
  const locale = toMailLocale(found.locale)
  const outcome = await deliverMail({
    id: `${job.challengeId}.${createHash('sha256').update(job.email).digest('hex').slice(0, 12)}`,
    to: job.email,
    ...renderMail('month_report', { challenge, month }, { firstName: '', locale }, env.PUBLIC_URL),
    attachments: [
      {
        filename: `ngoma-report-${month}.pdf`,
        contentType: 'application/pdf',
        content: await reportPdf(month, locale),
      },
      {
        filename: `ngoma-report-${month}.csv`,
        contentType: 'text/csv; charset=utf-8',
        content: reportCsv(await readReport(month)),
      },
    ],
  })
  if (outcome === 'refused') log.warn({ month }, 'the mail server refuses an address of the month report')
}
