import { sql } from 'kysely'
import type { GivenRunningMonth } from '#lib/contract/challenges/calls.ts'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db, type Queryable } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import { phaseAt, TALLYING_SECONDS } from '#lib/domain/challenges/policy.ts'
import { statementReadTo } from '#lib/domain/payments/statement-read.ts'
import { heldGiftsOf, openPaymentsOf, reversedGiftsOf } from './open-payments.ts'
import { LEAST_TALLYING_SECONDS, statementNeededTo } from './policy.ts'

/** Months as `c`. `latestEndAt` is the end of the calendar month in Nairobi. */
export const months = (on: Queryable) =>
  kysely(on)
    .selectFrom('challenge as c')
    .select((eb) => [
      'c.id',
      'c.title',
      'c.phase',
      'c.startsAt',
      'c.votingStartsAt',
      'c.submissionsEndAt',
      'c.endsAt',
      'c.closedAt',
      eb
        .fn<Date>('greatest', [
          'c.endsAt',
          sql`(${eb.ref('c.month')} + interval '1 month') AT TIME ZONE 'Africa/Nairobi'`,
        ])
        .as('latestEndAt'),
    ])

export type MonthRow = Awaited<ReturnType<ReturnType<typeof months>['executeTakeFirstOrThrow']>>

const running = (on: Queryable) =>
  months(on).select((eb) => [
    'c.closeProblem as problem',
    eb
      .selectFrom('callbackInbox')
      .where('processedAt', 'is', null)
      .select((inbox) => inbox.fn.countAll<bigint>().as('count'))
      .as('callbacks'),
    openPaymentsOf(eb.ref('c.id'), on)
      .select((open) => open.fn.countAll<bigint>().as('count'))
      .as('payments'),
    heldGiftsOf(eb.ref('c.id'), on)
      .select((held) => held.fn.countAll<bigint>().as('count'))
      .as('held'),
    reversedGiftsOf(eb.ref('c.id'), on)
      .select((reversed) => reversed.fn.count<bigint>('i.id').distinct().as('count'))
      .as('reversed'),
  ])

type Row = Awaited<ReturnType<ReturnType<typeof running>['executeTakeFirstOrThrow']>>

/** Months that have started and are not closed, newest first. */
export async function listRunningMonths(
  on: Queryable = db(),
  id: string | null = null,
): Promise<GivenRunningMonth[]> {
  const moment = now()
  // The inbox is read after the statement, whose payments are in the inbox before it counts as read.
  const readTo = await statementReadTo(on)
  const found = await running(on)
    .where('c.phase', '<>', 'closed')
    .where('c.startsAt', '<=', moment)
    .$if(id !== null, (months) => months.where('c.id', '=', id))
    .orderBy('c.month', 'desc')
    .execute()
  return found.map((row) => present(row, readTo, moment))
}

const NEXT = { subscription: 'voting', voting: 'tallying', tallying: 'closed', closed: 'closed' } as const

function present(row: Row, readTo: Date | null, at: Date): GivenRunningMonth {
  const phase = phaseAt(row, at)
  return {
    id: row.id,
    title: row.title,
    phase,
    starts_at: row.startsAt.toISOString(),
    voting_starts_at: row.votingStartsAt.toISOString(),
    submissions_end_at: row.submissionsEndAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    latest_end_at: row.latestEndAt.toISOString(),
    // By the stored phase: if the worker is late, the next phase is the one that the dates already give.
    next_phase: NEXT[row.phase],
    payments_open: Number(row.payments),
    callbacks_open: Number(row.callbacks),
    ...waitsOf(row, readTo, at),
    close_problem: storedSentence(row.problem),
  }
}

/** What a month's close waits for, as in close-due-months.ts: the clock, M-Pesa's statement, people. */
function waitsOf(
  row: Row,
  readTo: Date | null,
  at: Date,
): Pick<GivenRunningMonth, 'closes_from' | 'statement' | 'held' | 'reversed'> {
  if (phaseAt(row, at) !== 'tallying')
    return { closes_from: null, statement: null, held: null, reversed: null }
  const closesFrom = addSeconds(row.endsAt, LEAST_TALLYING_SECONDS)
  const neededTo = statementNeededTo(row.endsAt)
  const waitsUntil = addSeconds(row.endsAt, TALLYING_SECONDS)
  const waits = at < waitsUntil
  const isAwaited = waits && (readTo === null || readTo < neededTo)
  const until = waitsUntil.toISOString()
  const giftsThatWait = (count: bigint | null) =>
    waits && Number(count) > 0 ? { gifts: Number(count), waits_until: until } : null
  return {
    closes_from: at < closesFrom ? closesFrom.toISOString() : null,
    statement: isAwaited
      ? {
          needed_to: neededTo.toISOString(),
          read_to: readTo?.toISOString() ?? null,
          waits_until: until,
        }
      : null,
    held: giftsThatWait(row.held),
    reversed: giftsThatWait(row.reversed),
  }
}
