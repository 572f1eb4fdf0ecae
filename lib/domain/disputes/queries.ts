import { type ExpressionBuilder, sql } from 'kysely'
import type {
  Dispute,
  DisputeDetail,
  DisputePage,
  DisputeQuery,
  FollowedDispute,
} from '#lib/contract/disputes/calls.ts'
import { readMobile } from '#lib/contract/phone.ts'
import type { GivenAdminPayment } from '#lib/contract/reconciliation/calls.ts'
import { addSeconds, nairobiMidnight, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { countRows, kysely } from '#lib/core/kysely.ts'
import { type Cents, toShillings } from '#lib/core/money.ts'
import { makePage, rowsOfPage } from '#lib/core/paging.ts'
import { isProvenPayer } from '#lib/domain/gifts/claim.ts'
import { listCases } from '#lib/domain/reconciliation/list-cases.ts'
import { maskPhone } from '#lib/domain/reconciliation/policy.ts'
import { amountPaidOf } from '#lib/domain/reconciliation/read-subjects.ts'
import { findDisputed, paymentStepsOf } from './payment-steps.ts'
import { followPath, readFollowToken } from './policy.ts'

type Reader = { readonly id: string }
type Disputes = ExpressionBuilder<DB & { d: DB['dispute'] }, 'd'>

const isUnresolved = (eb: Disputes) => eb('d.state', 'in', ['open', 'waiting'])

/** SQL: whether a text is the whole reference, receipt or phone of a dispute. */
export const isNamedBy = (typed: string) => (eb: Disputes) =>
  eb.or([
    eb('d.reference', '=', typed.toUpperCase()),
    eb('d.receipt', '=', typed.toUpperCase()),
    eb('d.phone', '=', readMobile(typed) ?? typed),
  ])

export const disputesOf = ({ status, kind, from, to, search }: DisputeQuery, reader: Reader) =>
  kysely(db())
    .selectFrom('dispute as d')
    .$if(kind !== '', (all) => all.where('d.kind', '=', kind === '' ? 'not_me' : kind))
    .$if(from !== undefined, (all) => all.where('d.createdAt', '>=', nairobiMidnight(from ?? '')))
    .$if(to !== undefined, (all) => all.where('d.createdAt', '<', nairobiMidnight(to ?? '', 1)))
    .$if(search !== '', (all) => all.where(isNamedBy(search)))
    .where((eb) => {
      switch (status) {
        case 'all':
          return sql<boolean>`true`
        case 'unresolved':
          return isUnresolved(eb)
        case 'overdue':
          return eb.and([isUnresolved(eb), eb('d.dueAt', '<', now())])
        case 'mine':
          return eb.and([isUnresolved(eb), eb('d.ownerId', '=', reader.id)])
        default:
          return eb('d.state', '=', status)
      }
    })

/** SQL: the amount that was paid, or ordered if nothing was paid, in cents. */
export const amountOf = (eb: Disputes) => {
  const paidBy = (receipt: 'd.receipt' | 'd.caseId') =>
    eb.selectFrom('mpesaReceipt as r').select('r.amount').whereRef('r.receipt', '=', receipt)
  const ordered = eb
    .selectFrom('paymentIntent as i')
    .select((of) => of.fn.coalesce(amountPaidOf(of.ref('i.id')), 'i.amount').as('amount'))
    .where(
      'i.id',
      '=',
      sql<string>`CASE WHEN ${eb.ref('d.caseId')} ~ '^[0-9a-f]{8}-' THEN ${eb.ref('d.caseId')}::uuid END`,
    )
  return eb.fn.coalesce(paidBy('d.receipt'), paidBy('d.caseId'), ordered)
}

export const withOwner = (disputes: ReturnType<typeof disputesOf>) =>
  disputes
    .leftJoin('appUser as o', 'o.id', 'd.ownerId')
    .leftJoin('appUser as b', 'b.id', 'd.openedBy')
    .selectAll('d')
    .select((eb) => ['o.username as owner', 'b.username as opener', amountOf(eb).as('amount')])

export type DisputeRow = Awaited<ReturnType<ReturnType<typeof withOwner>['execute']>>[number]

/**
 * Lists open disputes by due date, then closed ones, last closed first.
 * @throws NotFoundError `page_unknown` past the end
 */
export async function listDisputes(
  query: DisputeQuery & { page: number; page_size: number },
  reader: Reader,
): Promise<DisputePage> {
  const { page, page_size, ...filter } = query
  const chosen = disputesOf(filter, reader)
  const [{ count, amount }, figures] = await Promise.all([
    chosen
      .select((eb) => [
        eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
        sql<Cents | null>`sum(${amountOf(eb)})::int8`.as('amount'),
      ])
      .executeTakeFirstOrThrow(),
    readFigures(),
  ])
  const { limit, offset } = rowsOfPage(count, page, page_size)
  const found = await withOwner(chosen)
    .orderBy('d.closedAt', (at) => at.desc().nullsFirst())
    .orderBy('d.dueAt')
    .orderBy('d.id')
    .limit(limit)
    .offset(offset)
    .execute()
  return {
    ...makePage('/admin/disputes/', { ...filter, page_size }, { count, page, page_size }, found.map(present)),
    amount: toShillings(amount ?? 0n),
    figures,
  }
}

/** Counts open and overdue disputes, and reads the median hours to close of the last 30 days. */
async function readFigures(): Promise<DisputePage['figures']> {
  const moment = now()
  const { open, overdue, median } = await kysely(db())
    .selectFrom('dispute as d')
    .select((eb) => [
      eb.cast<number>(eb.fn.countAll().filterWhere(isUnresolved(eb)), 'int4').as('open'),
      eb
        .cast<number>(
          eb.fn.countAll().filterWhere(eb.and([isUnresolved(eb), eb('d.dueAt', '<', moment)])),
          'int4',
        )
        .as('overdue'),
      sql<
        number | null
      >`percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${eb.ref('d.closedAt')}
        - ${eb.ref('d.createdAt')})) FILTER (WHERE ${eb.ref('d.closedAt')} > ${addSeconds(moment, -30 * 86_400)})::float8`.as(
        'median',
      ),
    ])
    .executeTakeFirstOrThrow()
  return { open, overdue, median_hours: median === null ? null : Math.round(median / 36) / 100 }
}

export function countOpenDisputes(): Promise<number> {
  return countRows(kysely(db()).selectFrom('dispute as d').where(isUnresolved))
}

export function present(row: DisputeRow): Dispute {
  const isOpen = row.closedAt === null
  return {
    ...{ id: row.id, reference: row.reference, kind: row.kind, state: row.state, origin: row.origin },
    receipt: row.receipt,
    amount: row.amount === null ? null : toShillings(row.amount),
    phone: maskPhone(row.phone),
    owner: row.ownerId && row.owner ? { id: row.ownerId, username: row.owner } : null,
    due_at: row.dueAt.toISOString(),
    is_overdue: isOpen && row.dueAt < now(),
    created_at: row.createdAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
  }
}

export async function openedDispute(id: string) {
  const { reference, dueAt } = await kysely(db())
    .selectFrom('dispute')
    .select(['reference', 'dueAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { reference, link: `${env.PUBLIC_URL}${followPath(id)}`, due_at: dueAt.toISOString() }
}

/** @throws NotFoundError */
export async function readDispute(id: string, reader: Reader): Promise<DisputeDetail> {
  const every: DisputeQuery = { status: 'all', kind: '', from: undefined, to: undefined, search: '' }
  const row = await withOwner(disputesOf(every, reader)).where('d.id', '=', id).executeTakeFirst()
  if (!row) throw new NotFoundError()
  const [notes, subject] = await Promise.all([notesOf(id), findDisputed(db(), row.caseId ?? row.receipt)])
  return {
    ...present(row),
    text: row.said,
    email: row.email,
    opened_by: row.opener,
    case_id: subject?.id ?? null,
    steps: await paymentStepsOf(db(), subject),
    notes: notes.map(({ kind, username, createdAt, text }) => ({
      kind,
      by: username,
      at: createdAt.toISOString(),
      text,
    })),
    link: `${env.PUBLIC_URL}${followPath(id)}`,
  }
}

function notesOf(disputeId: string) {
  return kysely(db())
    .selectFrom('disputeNote as n')
    .innerJoin('appUser as u', 'u.id', 'n.authorId')
    .select(['n.kind', 'n.text', 'n.createdAt', 'u.username'])
    .where('n.disputeId', '=', disputeId)
    .orderBy('n.id')
    .execute()
}

/**
 * Reads the page of the payer's link. Shows the payment's steps only if the dispute's phone is proven to have
 * paid.
 * @throws NotFoundError for an invalid token
 */
export async function followDispute(token: string): Promise<FollowedDispute> {
  const id = readFollowToken(token)
  const row =
    id && (await kysely(db()).selectFrom('dispute').selectAll().where('id', '=', id).executeTakeFirst())
  if (!row) throw new NotFoundError()
  const { reference, kind, state, receipt: named } = row
  const [notes, subject] = await Promise.all([notesOf(row.id), findDisputed(db(), row.caseId ?? row.receipt)])
  const messages = notes.filter((note) => note.kind === 'message')
  const receipt = subject?.kind === 'payment' || subject?.kind === 'receipt' ? subject.money : null
  const intentId = subject?.kind === 'payment' ? subject.id : null
  const isTheirs =
    receipt !== null &&
    row.phone !== '' &&
    (await isProvenPayer(db(), { intentId, phone: receipt.phone }, row.phone))
  return {
    ...{ reference, kind, state, receipt: named },
    text: row.origin === 'public' ? row.said : '',
    created_at: row.createdAt.toISOString(),
    due_at: row.dueAt.toISOString(),
    closed_at: row.closedAt?.toISOString() ?? null,
    messages: messages.map(({ createdAt, text }) => ({ at: createdAt.toISOString(), text })),
    steps: isTheirs ? await paymentStepsOf(db(), subject) : [],
  }
}

const MOST = 10

/** Returns up to ten unresolved cases with the dispute's receipt or phone. @throws NotFoundError */
export async function findCandidates(id: string, readerId: string): Promise<GivenAdminPayment[]> {
  const found = await kysely(db())
    .selectFrom('dispute')
    .select(['phone', 'receipt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) throw new NotFoundError()
  const searches = [found.receipt, found.phone].filter((search) => search !== '')
  const pages = await Promise.all(
    searches.map((search) => listCases({ status: 'unresolved', search, page: 1, page_size: MOST }, readerId)),
  )
  const rows = pages.flatMap(({ results }) => results)
  return rows.filter((row, place) => rows.findIndex((one) => one.id === row.id) === place).slice(0, MOST)
}
