import { z } from 'zod'
import { emailAddress as email } from '#lib/contract/accounts/emails.ts'
import { defineCall, money, nothing, sentence, timestamp } from '#lib/contract/call.ts'
import { mailLocales } from '#lib/contract/mail/locales.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

// For accountants: the report of each closed month, and the ledger for accounting programs.

const access = ['super_admin'] as const
const group = 'Admin'

/** `2026-11` */
const month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/, codedSentence('field.not_month'))
const ofMonth = z.object({ month })

const reportHead = z.object({
  month,
  title: z.string(),
  closed_at: timestamp,
  /** Journals after this time are in the next report. */
  made_at: timestamp,
})

export const monthReports = defineCall('GET /admin/month-reports/', {
  group,
  summary: 'The months that have a report, newest first, and who gets each report by mail',
  access,
  answer: z.object({
    results: z.array(reportHead),
    recipients: z.array(
      z.object({
        email: z.string(),
        locale: z.enum(mailLocales),
        added_by: z.string(),
        added_at: timestamp,
      }),
    ),
  }),
})
export type MonthReportList = z.infer<typeof monthReports.answer>

const named = { kind: z.string(), name: sentence }
const taxed = z.object({ gross: money, tax: money, net: money })

/**
 * Shillings. `opening` and `closing` are positive on the account's normal side: debit for assets and
 * expenses, else credit.
 */
export const monthReport = reportHead.extend({
  accounts: z.array(z.object({ ...named, opening: money, debit: money, credit: money, closing: money })),
  /** Platform revenue by kind of journal, without moves between our own accounts. */
  income: z.array(z.object({ ...named, amount: money })),
  /** Shares of the month's votes, without reversed ones. */
  shares: z.object({ dancers: money, musicians: money, platform: money }),
  prizes: taxed,
  royalties: taxed,
  /** One row per account. */
  charges: z.array(z.object({ ...named, amount: money })),
  taxes: z.object({ withheld: money, paid: money, owed: money }),
  movements: z.array(
    z.object({ ...named, account: z.string(), account_name: sentence, debit: money, credit: money }),
  ),
  payouts: z.array(
    z.object({
      ...named,
      paid_at: timestamp,
      reference: z.string(),
      /** Empty if M-Pesa had given none by the time of the report. */
      receipt: z.string(),
      amount: money,
    }),
  ),
})
export type MonthReport = z.infer<typeof monthReport>
/** The report before its sentences are translated. */
export type GivenMonthReport = z.input<typeof monthReport>

export const monthReportView = defineCall('GET /admin/month-reports/{month}/', {
  group,
  summary: "One month's report; the same with .pdf or .csv as a file, which stays the same to the byte",
  access,
  params: ofMonth,
  answer: monthReport,
})

export const addRecipient = defineCall('POST /admin/month-reports/recipients/', {
  group,
  alsoAnswers: [409],
  summary: 'Mail each month’s report to one more address',
  access,
  body: z.object({ email, locale: z.enum(mailLocales).default('en') }),
  status: 204,
  answer: nothing,
})

export const removeRecipient = defineCall('POST /admin/month-reports/recipients/remove/', {
  group,
  summary: 'Mail no more reports to an address',
  access,
  body: z.object({ email }),
  status: 204,
  answer: nothing,
})

const ofOneOrAll = z.object({
  /** Journals in that month's books; default: all. */
  month: z.preprocess((given) => given || undefined, month.optional()),
})

export const monthReportPdf = defineCall('GET /admin/month-reports/{month}/report.pdf', {
  group,
  summary: 'The report as a PDF',
  access,
  params: ofMonth,
  answer: z.string(),
})
export const monthReportCsv = defineCall('GET /admin/month-reports/{month}/report.csv', {
  group,
  summary: 'The report as CSV',
  access,
  params: ofMonth,
  answer: z.string(),
})
export const ledgerCsv = defineCall('GET /admin/ledger.csv', {
  group,
  summary: 'The ledger as one CSV journal',
  access,
  query: ofOneOrAll,
  answer: z.string(),
})
export const ledgerHledger = defineCall('GET /admin/ledger.journal', {
  group,
  summary: 'The ledger as hledger reads it',
  access,
  query: ofOneOrAll,
  answer: z.string(),
})
export const ledgerBeancount = defineCall('GET /admin/ledger.beancount', {
  group,
  summary: 'The ledger as Beancount reads it',
  access,
  query: ofOneOrAll,
  answer: z.string(),
})
