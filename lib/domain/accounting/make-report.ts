import { type ExpressionBuilder, sql } from 'kysely'
import { lockName } from '#lib/core/advisory-lock.ts'
import { now } from '#lib/core/clock.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { log } from '#lib/core/log.ts'
import { enqueue, type Tx, transaction } from '#lib/core/outbox.ts'
import { withLongStatementTimeout } from '#lib/core/statement-timeout.ts'
import { ownMonth } from './book-month.ts'
import { mailMonthReportJob } from './jobs.ts'

/** After this time every transaction that took a journal id has ended, so no lower id can still appear. */
const SETTLED_SECONDS = 300

const payoutTypes = ['withdrawal', 'refund'] as const

/**
 * Writes the report of each closed month that has none, oldest first, and mails it to the accountants. A
 * report includes journals up to the newest one older than `olderThan`; later journals belong to the next
 * report. Idempotent.
 * @param olderThan seconds; a month with a newer journal of its close waits for the next run
 */
export async function makeDueReports(olderThan: number = SETTLED_SECONDS): Promise<void> {
  while (await withLongStatementTimeout(() => transaction((tx) => makeNext(tx, olderThan)))) {
    // The next month may be due as well.
  }
}

async function makeNext(tx: Tx, olderThan: number): Promise<boolean> {
  await lockName(tx.client, 'month-reports')
  const through = await newestSettled(tx, olderThan)
  const due = await tx.kysely
    .selectFrom('challenge as c')
    .where('c.phase', '=', 'closed')
    .where(sql<boolean>`c.month > coalesce((SELECT max(month) FROM month_report), '-infinity')`)
    // A later month that is closed already waits for the months before it.
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM challenge e WHERE e.month < c.month AND e.phase <> 'closed')`,
    )
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM journal j WHERE j.id > ${through} AND j.source_type = 'challenge' AND j.source_id = c.id::text)`,
    )
    .select(['c.id', 'c.closedAt', 'c.endsAt'])
    .select(sql<string>`c.month::text`.as('month'))
    .orderBy('c.month')
    .limit(1)
    .executeTakeFirst()
  if (!due) return false
  const before = await tx.kysely
    .selectFrom('monthReport')
    .select('throughJournal')
    .select(sql<string>`month::text`.as('month'))
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  const report = { challengeId: due.id, month: due.month, through, before }
  await tx.kysely
    .insertInto('monthReport')
    .values({
      challengeId: due.id,
      month: sql<Date>`${due.month}::date`,
      // A month closed by hand in the database has no close time.
      closedAt: due.closedAt ?? due.endsAt,
      throughJournal: through,
      madeAt: now(),
    })
    .execute()
  await writeLines(tx, report)
  await writePayouts(tx, report)
  await mailAll(tx, due.id)
  log.info({ challenge: due.id, month: due.month }, 'month report made')
  return true
}

async function newestSettled({ kysely }: Tx, olderThan: number): Promise<bigint> {
  const newest = await kysely
    .selectFrom('journal')
    .select('id')
    .where('createdAt', '<=', sql<Date>`clock_timestamp() - make_interval(secs => ${olderThan})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.id ?? 0n
}

type Report = {
  challengeId: string
  month: string
  through: bigint
  before: { month: string; throughJournal: bigint } | undefined
}

function picked({ kysely }: Tx, { month, through, before }: Report) {
  return kysely.with('picked', (query) =>
    query
      .selectFrom('journal as j')
      .select(['j.id', 'j.type', 'j.sourceType', 'j.sourceId', 'j.occurredAt'])
      .where('j.id', '<=', through)
      .where((eb) => isOfMonth(eb, month, before)),
  )
}

/** SQL: whether a journal belongs to this or an earlier month, and is in no earlier report. */
function isOfMonth(
  eb: ExpressionBuilder<DB & { j: DB['journal'] }, 'j'>,
  month: string,
  before: Report['before'],
) {
  const own = ownMonth({
    sourceType: eb.ref('j.sourceType'),
    sourceId: eb.ref('j.sourceId'),
    occurredAt: eb.ref('j.occurredAt'),
  })
  const upToMonth = sql<boolean>`${own} <= ${month}::date`
  if (!before) return upToMonth
  return eb.and([
    upToMonth,
    eb.or([eb('j.id', '>', before.throughJournal), sql<boolean>`${own} > ${before.month}::date`]),
  ])
}

async function writeLines(tx: Tx, report: Report): Promise<void> {
  await picked(tx, report)
    .insertInto('monthReportLine')
    .columns(['challengeId', 'journalType', 'accountKind', 'debit', 'credit'])
    .expression((eb) =>
      eb
        .selectFrom('picked as p')
        .innerJoin('entry as e', 'e.journalId', 'p.id')
        .innerJoin('account as a', 'a.id', 'e.accountId')
        .groupBy(['p.type', 'a.kind'])
        .select((of) => [
          sql<string>`${report.challengeId}::uuid`.as('challengeId'),
          'p.type',
          'a.kind',
          sql<bigint>`coalesce(-sum(${of.ref('e.amount')}) FILTER (WHERE ${of.ref('e.amount')} < 0), 0)::int8`.as(
            'debit',
          ),
          sql<bigint>`coalesce(sum(${of.ref('e.amount')}) FILTER (WHERE ${of.ref('e.amount')} > 0), 0)::int8`.as(
            'credit',
          ),
        ]),
    )
    .execute()
}

async function writePayouts(tx: Tx, report: Report): Promise<void> {
  const idOf = (kind: 'payout' | 'refund') =>
    sql<string>`CASE WHEN p.source_type = ${sql.lit(kind)} THEN p.source_id::uuid END`
  await picked(tx, report)
    .insertInto('monthReportPayout')
    .columns(['journalId', 'challengeId', 'journalType', 'reference', 'receipt', 'amount', 'paidAt'])
    .expression((eb) =>
      eb
        .selectFrom('picked as p')
        .leftJoin('payout as o', (join) => join.on(sql`o.id`, '=', idOf('payout')))
        .leftJoin('refund as f', (join) => join.on(sql`f.id`, '=', idOf('refund')))
        .where('p.type', 'in', payoutTypes)
        .select((of) => [
          'p.id',
          sql<string>`${report.challengeId}::uuid`.as('challengeId'),
          'p.type',
          sql<string>`coalesce(${of.ref('o.reference')}, ${of.ref('f.reference')}, '')`.as('reference'),
          sql<string>`coalesce(${of.ref('o.receipt')}, ${of.ref('f.proof')}, '')`.as('receipt'),
          sql<bigint>`(SELECT sum(e.amount) FROM entry e WHERE e.journal_id = p.id AND e.amount > 0)::int8`.as(
            'amount',
          ),
          'p.occurredAt',
        ]),
    )
    .execute()
}

async function mailAll(tx: Tx, challengeId: string): Promise<void> {
  const recipients = await tx.kysely.selectFrom('reportRecipient').select('email').orderBy('email').execute()
  for (const { email } of recipients) await enqueue(tx, mailMonthReportJob, { challengeId, email })
}
