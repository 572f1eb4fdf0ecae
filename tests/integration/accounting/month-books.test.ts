// The books of closed months: their reports, the ledger in accounting programs, and the tax of a close.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { extractText } from 'unpdf'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addSeconds, nairobiDay, nairobiTime, withClock } from '#lib/core/clock.ts'
import { closeDb, db, firstRow, rows, runTransaction } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { closeStorage } from '#lib/core/storage.ts'
import { certificatePdf, listTaxYear } from '#lib/domain/accounting/certificate.ts'
import { ledgerFormats } from '#lib/domain/accounting/export-ledger.ts'
import { mailMonthReport } from '#lib/domain/accounting/mail-report.ts'
import { makeDueReports } from '#lib/domain/accounting/make-report.ts'
import { type BookedJournal, everyJournal, journalsOfMonth } from '#lib/domain/accounting/read-journals.ts'
import { listReports, readReport } from '#lib/domain/accounting/read-report.ts'
import { reportCsv } from '#lib/domain/accounting/report-csv.ts'
import { reportPdf } from '#lib/domain/accounting/report-pdf.ts'
import { accountName } from '#lib/domain/ledger/chart.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { listMoneyOut, sumMoneyOut } from '#lib/domain/money-out/queries.ts'
import { readPeriod } from '#lib/domain/overview/period.ts'
import { closeMonth } from '#lib/domain/royalties/close-month.ts'
import { listStatements } from '#lib/domain/royalties/queries.ts'
import { seed } from '#prisma/seed/main.ts'
import { findProgram } from '#server/local/programs/find.mjs'
import { brokenAtOnce } from '#tests/support/invariants.ts'
import { mailsTo, startMailbox } from '#tests/support/mailbox.ts'
import { createPerson } from '#tests/support/people.ts'
import { beancount, hledger } from '#tests/support/programs.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'ngoma-books-'))

/** The demo's books, of which the middle of a month is the present. */
beforeAll(async () => {
  await withClock(
    () => nairobiTime(2027, 3, 15, 12),
    () => seed(),
  )
})
afterEach(async () => expect(await brokenAtOnce()).toEqual([]))
afterAll(async () => {
  rmSync(folder, { recursive: true })
  closeStorage()
  await closeRedis()
  await closeDb()
})

const filesOf = async (month: string) => ({
  csv: reportCsv(await readReport(month)),
  en: (await reportPdf(month, 'en')).toString('base64'),
  sw: (await reportPdf(month, 'sw')).toString('base64'),
})

/** A payment of KES 100 that M-Pesa tells late. */
async function payLate(at: Date): Promise<void> {
  const accounts = await systemAccounts()
  await postJournals(db(), [
    {
      key: `test:${at.getTime()}`,
      type: 'difference',
      sourceType: 'test',
      sourceId: 'late',
      actor: 'test',
      occurredAt: at,
      entries: [
        { accountId: systemAccount(accounts, 'mpesa_collection'), amount: -10_000n },
        { accountId: systemAccount(accounts, 'platform_revenue'), amount: 10_000n },
      ],
    },
  ])
}

/** The ledger as a file of this format. */
async function exported(format: keyof typeof ledgerFormats, month?: string): Promise<string> {
  const { head, fileType, write } = ledgerFormats[format]
  let text = head
  for await (const journals of everyJournal(month)) text += write(journals)
  const file = path.join(folder, `${month ?? 'all'}.${fileType}`)
  writeFileSync(file, text)
  return file
}

async function journalsOf(month?: string): Promise<BookedJournal[]> {
  const found: BookedJournal[] = []
  for await (const journals of everyJournal(month)) found.push(...journals)
  return found
}

/** What each account of the chart has, in cents with a debit above zero. */
async function balances(): Promise<Record<string, number>> {
  const found = await rows<{ kind: string; posted: string }>(
    db(),
    'SELECT kind, sum(posted)::text AS posted FROM account GROUP BY kind HAVING sum(posted) <> 0',
  )
  return Object.fromEntries(found.map(({ kind, posted }) => [accountName(kind), -Number(posted)]))
}

/** The same as hledger reads a file. */
function balancesIn(file: string, ...args: string[]): Record<string, number> {
  const lines = run('hledger', '-f', file, 'balance', '--flat', '-N', '-O', 'csv', ...args)
    .trim()
    .split('\n')
    .slice(1)
  return Object.fromEntries(
    lines.map((line) => {
      const [, account = '', amount = ''] = /^"([^"]+)","([^"]+)"$/.exec(line) ?? []
      return [account, Math.round(Number(amount.replace(' KES', '').replaceAll(',', '')) * 100)]
    }),
  )
}

function run(name: string, ...args: string[]): string {
  const program = findProgram([name])
  if (program === undefined)
    throw new Error(
      `${name} is missing: npm test installs it, or install Debian's packages hledger and beancount`,
    )
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  expect({ name, status, stderr }).toEqual({ name, status: 0, stderr: '' })
  return stdout
}

// One story: each test goes on with the books of the one before.
describe('three months', { shuffle: false }, () => {
  describe('the report of a month', () => {
    test('is made once for each closed month, and goes on where the one before it ended', async () => {
      await makeDueReports()
      expect((await listReports()).results).toEqual([])
      await Promise.all([makeDueReports(0), makeDueReports(0)])
      expect((await listReports()).results.map(({ month }) => month)).toEqual(['2027-02', '2027-01'])
      const [first, second] = [await readReport('2027-01'), await readReport('2027-02')]
      expect(first.accounts.every(({ opening }) => opening === 0)).toBe(true)
      expect(second.accounts.map(({ kind, opening }) => [kind, opening])).toEqual(
        expect.arrayContaining(first.accounts.map(({ kind, closing }) => [kind, closing])),
      )
      expect(second.prizes).toEqual({ gross: 25_000, tax: 0, net: 25_000 })
      expect(second.shares.dancers).toBeGreaterThan(0)
      expect(second.shares.dancers * 4).toBe(second.shares.platform * 3)
      const sums = second.accounts.reduce(
        (sum, { debit, credit }) => sum + Math.round((debit - credit) * 100),
        0,
      )
      expect(sums).toBe(0)
    })

    test('is the same to the byte later, and what comes late is in the next one', async () => {
      const before = await filesOf('2027-02')
      expect(Buffer.from(before.en, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
      expect(before.en).not.toBe(before.sw)
      await payLate(nairobiTime(2027, 2, 20))
      await db().query(
        `UPDATE app_user SET username = 'erased-' || id, deleted_at = now() WHERE role = 'dancer'`,
      )
      await makeDueReports(0)
      const later = await withClock(
        () => nairobiTime(2031, 1, 1),
        () => filesOf('2027-02'),
      )
      expect(later).toEqual(before)
      const report = await firstRow<{ through: bigint }>(
        db(),
        `SELECT through_journal AS through FROM month_report WHERE month = '2027-02-01'`,
      )
      // What was booked since is not even read.
      expect((await journalsOfMonth('2027-02')).through).toBe(report?.through)
      expect((await journalsOfMonth('2027-03')).through).toBeGreaterThan(report?.through ?? 0n)
      const late = await journalsOf('2027-03')
      expect(late.filter(({ reference }) => reference.startsWith('test:'))).toHaveLength(1)
      expect(late.every(({ month }) => month === '2027-03')).toBe(true)
    })

    test('of a month whose close withholds tax has gross, tax and net, and is mailed to the list', async () => {
      const close = await startMailbox()
      const admin = await createPerson('super_admin')
      await db().query(
        `INSERT INTO report_recipient (email, locale, added_by, added_at)
        VALUES ('books@firm.test', 'sw', $1, now()), ('audit@firm.test', 'en', $1, now())`,
        [admin.id],
      )
      await db().query(
        `INSERT INTO setting (key, value, version, updated_at) VALUES ('prize_tax_percent', '15', 1, now()), ('royalty_tax_percent', '5', 1, now())`,
      )
      const challenge = await firstRow<{ id: string; ends_at: Date }>(
        db(),
        `SELECT id, ends_at FROM challenge WHERE month = '2027-03-01'`,
      )
      if (!challenge) throw new Error('the demo has no month')
      const at = addSeconds(challenge.ends_at, 3_600)
      await db().query(`UPDATE challenge SET phase = 'tallying' WHERE id = $1`, [challenge.id])
      await runTransaction((on) => closeMonth(on, challenge.id, at))
      await makeDueReports(0)
      const report = await readReport('2027-03')
      expect(report.prizes).toEqual({ gross: 25_000, tax: 3_750, net: 21_250 })
      const { gross, tax, net } = report.royalties
      expect(gross).toBeGreaterThan(0)
      expect(Math.round(net * 100)).toBe(Math.round(gross * 100) - Math.round(tax * 100))
      const owed = Math.round(3_750_00 + tax * 100) / 100
      expect(report.taxes).toEqual({ withheld: owed, paid: 0, owed })
      expect(report.income).toContainEqual(expect.objectContaining({ kind: 'difference', amount: 100 }))

      const [musician] = await rows<{ id: string; royalty: bigint; tax: bigint; paid: bigint }>(
        db(),
        `SELECT s.musician_id AS id, s.royalty, s.tax, e.amount AS paid FROM royalty_statement s
        JOIN journal j ON j.idempotency_key = 'royalty:' || s.challenge_id || ':' || s.musician_id
        JOIN entry e ON e.journal_id = j.id JOIN account a ON a.id = e.account_id AND a.owner_id = s.musician_id
        WHERE s.challenge_id = $1 AND s.royalty > 0 LIMIT 1`,
        [challenge.id],
      )
      if (!musician) throw new Error('nobody got a royalty')
      expect(musician.tax).toBe((musician.royalty * 5n) / 100n)
      expect(musician.paid).toBe(musician.royalty - musician.tax)
      const [statement] = (await listStatements(musician.id, { page: 1, page_size: 1 })).results
      expect(statement?.tax).toBe(Number(musician.tax) / 100)

      const year = await listTaxYear(2027)
      expect([year.gross, year.tax]).toEqual([25_000 + gross, owed])
      expect(year.results).toContainEqual(
        expect.objectContaining({ user_id: musician.id, tax: Number(musician.tax) / 100 }),
      )
      const certificate = await certificatePdf(musician.id, 2027, 'en')
      expect((await certificatePdf(musician.id, 2027, 'en')).equals(certificate)).toBe(true)
      const { text } = await extractText(new Uint8Array(certificate), { mergePages: true })
      expect(text).toContain('Certificate of tax withheld')
      expect(text).toContain((Number(musician.tax) / 100).toFixed(2))
      await expect(certificatePdf(musician.id, 2026, 'en')).rejects.toThrow(NotFoundError)

      const filters = {
        kind: 'prize',
        state: 'paid',
        search: '',
        by: 'paid',
        from: '2027-04-01',
      } as const
      expect((await listMoneyOut(filters)).results).toHaveLength(5)
      expect((await sumMoneyOut({ ...filters, to: undefined })).credited).toEqual({
        count: 5,
        amount: 25_000,
        tax: 3_750,
      })
      // The overview's figures are the sums of the lists that they link to.
      for (const [from, to] of [
        ['2027-03-01', '2027-03-31'],
        ['2027-04-01', '2027-04-30'],
      ] as const) {
        const { figures } = (await readPeriod({ from, to })).now
        for (const kind of ['prize', 'royalty'] as const) {
          const { credited } = await sumMoneyOut({ ...filters, kind, from, to })
          expect([from, kind, credited.amount]).toEqual([
            from,
            kind,
            figures[kind === 'prize' ? 'prizes' : 'royalties'],
          ])
        }
      }

      for (const email of ['books@firm.test', 'audit@firm.test', 'gone@firm.test'])
        await mailMonthReport({ challengeId: challenge.id, email })
      const [mail] = await mailsTo('books@firm.test')
      expect(mail?.subject).toContain('Ripoti ya mwezi')
      expect((await mailsTo('audit@firm.test'))[0]?.subject).toContain('Month report')
      expect(await mailsTo('gone@firm.test')).toEqual([])
      await close()
    })
  })

  describe('the ledger in accounting programs', () => {
    test('balances in hledger as it does here', async () => {
      const file = await exported('hledger')
      run(hledger.names[0] ?? '', '-f', file, 'check', '--strict')
      expect(balancesIn(file)).toEqual(await balances())
    })

    test('has the balances of each month report when hledger filters by date', async () => {
      const file = await exported('hledger')
      const { results } = await listReports()
      expect(results).toHaveLength(3)
      for (const { month } of results) {
        const { accounts } = await readReport(month)
        const closing = accounts
          .filter((account) => account.closing !== 0)
          .map(({ kind, closing }) => [
            kind,
            Math.round(closing * 100) * (/^(?:Assets|Expenses):/.test(kind) ? 1 : -1),
          ])
        const [year = 0, of = 1] = month.split('-').map(Number)
        const next = nairobiDay(nairobiTime(year, of + 1))
        expect([month, balancesIn(file, '--end', next)]).toEqual([month, Object.fromEntries(closing)])
      }
    })

    test('posts a close on its last day and a late journal on its first day, with the real time', async () => {
      const text = readFileSync(await exported('beancount'), 'utf8')
      const late = text
        .split('\n\n')
        .find((one) => one.includes(`test:${nairobiTime(2027, 2, 20).getTime()}`))
      expect(late?.split('\n').slice(0, 4)).toEqual([
        expect.stringMatching(/^2027-03-01 \* "" "difference /),
        '  month: "2027-03"',
        expect.stringMatching(/^ {2}journal: "\d+"$/),
        '  date_paid: "2027-02-20 00:00:00"',
      ])
      expect(text).toMatch(
        /^2027-03-31 \* "[^"]+" "prize March 2027 [^"]*"\n {2}month: "2027-03"\n.*\n {2}date_paid: "2027-04-01 /m,
      )
    })

    test('is accepted by Beancount', async () => {
      run(beancount.names[0] ?? '', await exported('beancount'))
      run(beancount.names[0] ?? '', await exported('beancount', '2027-02'))
    })

    test('is a CSV journal whose debits are its credits, month by month', async () => {
      const months = ['2027-01', '2027-02', '2027-03']
      const journals = await Promise.all(months.map(journalsOf))
      const all = await journalsOf()
      expect(journals.flat().length).toBe(all.length)
      for (const [place, month] of months.entries()) {
        const report = await readReport(month)
        const debits = (journals[place] ?? [])
          .flatMap(({ entries }) => entries)
          .reduce((sum, { amount }) => (amount < 0n ? sum - amount : sum), 0n)
        expect(debits).toBe(
          BigInt(report.accounts.reduce((sum, { debit }) => sum + Math.round(debit * 100), 0)),
        )
      }
      const [, row] = (ledgerFormats.csv.head + ledgerFormats.csv.write(journals[1] ?? [])).split('\r\n')
      expect(row).toMatch(/^2027-02-\d\d,2027-0\d-\d\d [\d:]+,2027-02,\d+,\w+,\w+:[\w:]+,/)
    })
  })
})
