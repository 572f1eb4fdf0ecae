import { sql } from 'kysely'
import type { GivenMonthReport, MonthReportList } from '#lib/contract/accounting/calls.ts'
import { db } from '#lib/core/db.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { type PlainKey, type Sentence, say, serverTexts } from '#lib/core/sentence.ts'
import { accountKinds, accountName, isExpense, onOwnSide } from '#lib/domain/ledger/chart.ts'
import { voteJournals } from '#lib/domain/ledger/schema.ts'
import { toMailLocale } from '#lib/domain/mail/schema.ts'

/** Months with a report, newest first, and the addresses that receive each report. */
export async function listReports(): Promise<MonthReportList> {
  const [reports, recipients] = await Promise.all([
    heads().orderBy('r.month', 'desc').execute(),
    kysely(db())
      .selectFrom('reportRecipient as t')
      .innerJoin('appUser as u', 'u.id', 't.addedBy')
      .select(['t.email', 't.locale', 'u.username', 't.addedAt'])
      .orderBy('t.email')
      .execute(),
  ])
  return {
    results: reports.map(presentHead),
    recipients: recipients.map(({ email, locale, username, addedAt }) => ({
      email,
      locale: toMailLocale(locale),
      added_by: username,
      added_at: addedAt.toISOString(),
    })),
  }
}

/**
 * A report never changes: its rows were written once and name no person.
 * @param month `2026-11`
 * @throws NotFoundError if the month has no report
 */
export async function readReport(month: string): Promise<GivenMonthReport> {
  const head = await heads()
    .where('r.month', '=', sql<Date>`${`${month}-01`}::date`)
    .executeTakeFirst()
  if (!head) throw new NotFoundError()
  const [lines, before, payouts] = await Promise.all([
    readLines(head.challengeId),
    readOpening(month),
    readPayouts(head.challengeId),
  ])
  return {
    ...presentHead(head),
    ...figuresOf(lines, before),
    payouts: payouts.map(({ journalType, paidAt, reference, receipt, amount }) => ({
      kind: journalType,
      name: nameOfType(journalType),
      paid_at: paidAt.toISOString(),
      reference,
      receipt,
      amount: toShillings(amount),
    })),
  }
}

function heads() {
  return kysely(db())
    .selectFrom('monthReport as r')
    .innerJoin('challenge as c', 'c.id', 'r.challengeId')
    .select(['r.challengeId', 'r.closedAt', 'r.madeAt', 'c.title'])
    .select(sql<string>`to_char(r.month, 'YYYY-MM')`.as('month'))
}

type Head = Awaited<ReturnType<ReturnType<typeof heads>['execute']>>[number]

const presentHead = ({ month, title, closedAt, madeAt }: Head) => ({
  month,
  title,
  closed_at: closedAt.toISOString(),
  made_at: madeAt.toISOString(),
})

function readLines(challengeId: string) {
  return kysely(db())
    .selectFrom('monthReportLine')
    .select(['journalType', 'accountKind', 'debit', 'credit'])
    .where('challengeId', '=', challengeId)
    .orderBy(sql`journal_type COLLATE "C"`)
    .orderBy(sql`account_kind COLLATE "C"`)
    .execute()
}

type Line = { journalType: string; accountKind: string; debit: Cents; credit: Cents }

/** The balance of each kind of account after the reports of earlier months. */
async function readOpening(month: string): Promise<Map<string, Cents>> {
  const found = await kysely(db())
    .selectFrom('monthReportLine as l')
    .innerJoin('monthReport as r', 'r.challengeId', 'l.challengeId')
    .where('r.month', '<', sql<Date>`${`${month}-01`}::date`)
    .groupBy('l.accountKind')
    .select('l.accountKind')
    .select(({ ref }) => sql<Cents>`sum(${ref('l.credit')} - ${ref('l.debit')})::int8`.as('posted'))
    .execute()
  return new Map(found.map(({ accountKind, posted }) => [accountKind, posted]))
}

function readPayouts(challengeId: string) {
  return kysely(db())
    .selectFrom('monthReportPayout')
    .select(['journalType', 'paidAt', 'reference', 'receipt', 'amount'])
    .where('challengeId', '=', challengeId)
    .orderBy('paidAt')
    .orderBy('journalId')
    .execute()
}

/** Journal types that move revenue between our own accounts, which is no income. */
const movedInside: readonly string[] = ['prize_funding', 'transfer']

/**
 * Returns a report's figures in shillings. `movements` also has lines of kinds that this release does not
 * know.
 */
export function figuresOf(lines: readonly Line[], before: ReadonlyMap<string, Cents>) {
  const sumOf = (side: 'debit' | 'credit', account: string, ...types: string[]): Cents =>
    lines
      .filter(
        (line) => line.accountKind === account && (types.length === 0 || types.includes(line.journalType)),
      )
      .reduce((sum, line) => sum + line[side], 0n)
  /** Credit minus debit, in cents. */
  const netOf = (account: string, ...types: string[]): Cents =>
    sumOf('credit', account, ...types) - sumOf('debit', account, ...types)
  const taxedOf = (type: string, pool: string) => {
    const [gross, tax] = [sumOf('debit', pool, type), sumOf('credit', 'withholding_tax', type)]
    return { gross: toShillings(gross), tax: toShillings(tax), net: toShillings(gross - tax) }
  }
  const opened = before.get('withholding_tax') ?? 0n
  return {
    accounts: accountKinds
      .map((kind) => {
        const [opening, debit, credit] = [before.get(kind) ?? 0n, sumOf('debit', kind), sumOf('credit', kind)]
        return { kind, opening, debit, credit, closing: opening + credit - debit }
      })
      .filter(({ opening, debit, credit }) => opening !== 0n || debit !== 0n || credit !== 0n)
      .map(({ kind, opening, debit, credit, closing }) => ({
        kind: accountName(kind),
        name: nameOfAccount(kind),
        opening: toShillings(onOwnSide(kind, opening)),
        debit: toShillings(debit),
        credit: toShillings(credit),
        closing: toShillings(onOwnSide(kind, closing)),
      })),
    income: [...new Set(lines.map(({ journalType }) => journalType))]
      .filter((type) => !movedInside.includes(type))
      .map((type) => ({ kind: type, name: nameOfType(type), amount: netOf('platform_revenue', type) }))
      .filter(({ amount }) => amount !== 0n)
      .map((one) => ({ ...one, amount: toShillings(one.amount) })),
    shares: {
      dancers: toShillings(netOf('dancer', ...voteJournals)),
      musicians: toShillings(netOf('musician', ...voteJournals)),
      platform: toShillings(netOf('platform_revenue', ...voteJournals)),
    },
    prizes: taxedOf('prize', 'prize_pool'),
    royalties: taxedOf('royalty', 'royalty_pool'),
    charges: accountKinds
      .filter((kind) => isExpense(kind) && lines.some(({ accountKind }) => accountKind === kind))
      .map((kind) => ({
        kind: accountName(kind),
        name: nameOfAccount(kind),
        amount: toShillings(-netOf(kind)),
      })),
    taxes: {
      withheld: toShillings(sumOf('credit', 'withholding_tax', 'prize', 'royalty')),
      paid: toShillings(-netOf('withholding_tax') + sumOf('credit', 'withholding_tax', 'prize', 'royalty')),
      owed: toShillings(opened + netOf('withholding_tax')),
    },
    movements: lines.map(({ journalType, accountKind, debit, credit }) => ({
      kind: journalType,
      name: nameOfType(journalType),
      account: accountName(accountKind),
      account_name: nameOfAccount(accountKind),
      debit: toShillings(debit),
      credit: toShillings(credit),
    })),
  }
}

function nameOfAccount(kind: string): Sentence {
  return sayKnown(`wallet.${kind}`) ?? sayKnown(`account.${kind}`) ?? plain(kind)
}

function nameOfType(type: string): Sentence {
  return sayKnown(`booked.${type}`) ?? plain(type)
}

function sayKnown(key: string): Sentence | undefined {
  return isPlainKey(key) ? say(key) : undefined
}

const isPlainKey = (key: string): key is Extract<PlainKey, `${'wallet' | 'account' | 'booked'}.${string}`> =>
  Object.hasOwn(serverTexts, key)

const plain = (word: string) =>
  say('as_it_is', { words: word.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()) })
