import { type Expression, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { GivenCaseEvent } from '#lib/contract/reconciliation/calls.ts'
import { addSeconds } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import { anyOf, kysely } from '#lib/core/kysely.ts'
import { kesText } from '#lib/core/money.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import { ofJournals } from '#lib/domain/ledger/journal-range.ts'
import { byNormalSide } from '#lib/domain/ledger/system-wallets.ts'
import { maskPhones } from './policy.ts'
import type { Subject } from './schema.ts'

/** Ids that lead to the rows of a case. */
type Trail = {
  readonly intentId: string | null
  readonly receipts: readonly string[]
  readonly payoutId: string | null
  readonly account: string | null
}

type Source = (on: Queryable, trail: Trail, subject: Subject) => Promise<GivenCaseEvent[]>

/** Oldest first. */
export async function readTimeline(on: Queryable, subject: Subject): Promise<GivenCaseEvent[]> {
  const trail = await trailOf(on, subject)
  const events = await Promise.all(sources.map((read) => read(on, trail, subject)))
  return events.flat().sort((a, b) => a.at.localeCompare(b.at))
}

async function trailOf(on: Queryable, subject: Subject): Promise<Trail> {
  const none = { intentId: null, receipts: [], payoutId: null, account: null }
  switch (subject.kind) {
    case 'payment': {
      const found = await kysely(on)
        .selectFrom('mpesaReceipt')
        .select('receipt')
        .where('intentId', '=', subject.id)
        .execute()
      return { ...none, intentId: subject.id, receipts: found.map(({ receipt }) => receipt) }
    }
    case 'receipt':
      return { ...none, receipts: [subject.id] }
    case 'payout':
      return { ...none, payoutId: subject.id }
    case 'difference':
      return { ...none, account: subject.account }
    case 'reversal':
      return { ...none, receipts: [subject.receipt] }
    case 'alert':
      return { ...none, payoutId: subject.payoutId }
  }
}

type Row = { at: Date; title: string; outcome?: string | null; raw?: string | null }

function toEvent(
  kind: GivenCaseEvent['kind'],
  { at, title, outcome = null, raw = null }: Row,
): GivenCaseEvent {
  return {
    at: at.toISOString(),
    kind,
    title,
    outcome,
    raw: raw && storedSentence(maskPhones(raw)),
    lines: [],
  }
}

const readRequests: Source = async (on, { intentId, receipts, payoutId }) => {
  const found = await kysely(on)
    .selectFrom('darajaRequest as d')
    .select(['d.createdAt as at', 'd.operation as title'])
    .select((eb) => [
      eb.fn.coalesce('d.outcome', sql.lit('under way')).as('outcome'),
      sql<string>`jsonb_pretty(jsonb_build_object('request', ${eb.ref('d.request')}, 'response', ${eb.ref('d.response')}))`.as(
        'raw',
      ),
    ])
    .where((eb) => {
      const ofIntent = eb.selectFrom('darajaRequest').select('id').where('intentId', '=', intentId)
      return eb('d.id', '=', anyIn(ofIntent.union(backOrOut(on, { payoutId, receipts }))))
    })
    .execute()
  return found.map((row) => toEvent('request', row))
}

/** SQL: ids as an array, because an OR with a subquery would read all requests, or all callbacks. */
const anyIn = (ids: Expression<{ id: string }>) => sql<string>`any(array(${ids}))`

/** Ids of our calls for a payout, or for refunds of these receipts. */
function backOrOut(on: Queryable, { payoutId, receipts }: Pick<Trail, 'payoutId' | 'receipts'>) {
  const calls = () => kysely(on).selectFrom('darajaRequest').select('id')
  const refunds = kysely(on).selectFrom('refund').select('id').where('receipt', '=', anyOf(receipts))
  return calls()
    .where('payoutId', '=', payoutId)
    .union(calls().where('refundId', '=', anyIn(refunds)))
}

/** Callbacks that answer a query of ours. */
const answers = ['stk_query', 'status/result', 'refund/status']

/** Callbacks with the token of one of our calls. */
const readCallbacks: Source = async (on, { intentId, receipts, payoutId }) => {
  const found = await kysely(on)
    .selectFrom('callbackInbox as b')
    .select(['b.receivedAt as at', 'b.kind as title', 'b.outcome', 'b.body as raw'])
    .where((eb) => {
      const ofIntent = kysely(on).selectNoFrom(sql<string>`${intentId}::uuid`.as('id'))
      return eb('b.intentId', '=', anyIn(ofIntent.union(backOrOut(on, { payoutId, receipts }))))
    })
    .execute()
  return found.map((row) => toEvent(answers.includes(row.title) ? 'question' : 'callback', row))
}

/**
 * Paybill confirmations and statement lines have no token: finds them by the receipt, around the day it was
 * stored.
 */
const readStatementLines: Source = async (on, { receipts }) => {
  const found = await kysely(on)
    .selectFrom('mpesaReceipt as r')
    .innerJoin('callbackInbox as b', (join) =>
      join
        .on('b.intentId', 'is', null)
        .on((eb) =>
          eb.between(
            'b.receivedAt',
            sql<Date>`${eb.ref('r.createdAt')} - interval '1 hour'`,
            sql<Date>`${eb.ref('r.createdAt')} + interval '3 days'`,
          ),
        )
        .on((eb) => sql<boolean>`strpos(upper(${eb.ref('b.body')}), ${eb.ref('r.receipt')}) > 0`),
    )
    .select(['b.receivedAt as at', 'b.kind as title', 'b.outcome', 'b.body as raw'])
    .where('r.receipt', '=', anyOf(receipts))
    .limit(50)
    .execute()
  return found.map((row) => toEvent('statement', row))
}

/** Statement lines that reverse these receipts, or the line of a reversal that is a case. */
const readReversals: Source = async (on, { receipts }) => {
  const found = await kysely(on)
    .selectFrom('mpesaReversal')
    .select(['createdAt as at', 'receipt', 'line as raw', 'amount', 'unlinkedFrom'])
    .where((eb) => eb.or([eb('payment', '=', anyOf(receipts)), eb('receipt', '=', anyOf(receipts))]))
    .execute()
  return found.map(({ at, receipt, raw, amount, unlinkedFrom: other }) => ({
    ...toEvent('statement', { at, title: 'reversal', outcome: receipt, raw }),
    lines: [
      { label: 'amount', text: kesText(amount) },
      ...(other === null ? [] : [{ label: 'not_of', text: other }]),
    ],
  }))
}

const readMoney: Source = async (on, { receipts }) => {
  const found = await kysely(on)
    .selectFrom('mpesaReceipt')
    .select(['createdAt as at', 'receipt as title', 'status as outcome', 'amount'])
    .where('receipt', '=', anyOf(receipts))
    .execute()
  return found.map((row) => ({
    ...toEvent('receipt', row),
    lines: [{ label: 'amount', text: kesText(row.amount) }],
  }))
}

const readJournals: Source = async (on, { intentId, receipts, payoutId }) => {
  const found = await kysely(on)
    // SQL has RECURSIVE only at the first part, although only `told` is recursive.
    .withRecursive('own', (books) =>
      books
        .selectFrom('journal')
        .select('id')
        .where('idempotencyKey', 'in', (eb) =>
          eb
            .selectFrom(unnested(journalKeys(intentId, payoutId, receipts)))
            .select('of.key')
            .unionAll(
              eb
                .selectFrom('refund')
                .select((of) => sql<string>`'refund:' || ${of.ref('id')}`.as('key'))
                .where('receipt', '=', anyOf(receipts)),
            )
            .unionAll(
              eb
                .selectFrom('mpesaReceipt')
                .select((of) =>
                  sql<string>`'receipt:' || ${of.ref('receipt')} || ':' || ${of.ref('intentId')}`.as('key'),
                )
                .where('receipt', '=', anyOf(receipts)),
            ),
        ),
    )
    // The case's journals, their reversals, and reversals of those: a gift may be held and released more than
    // once.
    .withRecursive('told', (books) =>
      books
        .selectFrom('own')
        .select('id')
        .union((eb) =>
          eb
            .selectFrom('told as t')
            .innerJoin('journal as reversal', 'reversal.reversalOf', 't.id')
            .select('reversal.id'),
        ),
    )
    .with('sums', (books) =>
      books
        .selectFrom('entry as e')
        .innerJoin('account as a', 'a.id', 'e.accountId')
        .where((eb) => ofJournals(eb.ref('e.journalId'), eb.selectFrom('told').select('id')))
        .groupBy(['e.journalId', 'a.kind'])
        .select((eb) => ['e.journalId', 'a.kind as account', eb.fn.sum('e.amount').as('amount')]),
    )
    .selectFrom('journal as j')
    .innerJoin('told', 'told.id', 'j.id')
    .select(['j.createdAt as at', 'j.type as title'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('sums as s')
          .select((of) => ['s.account', of.cast<string>('s.amount', 'text').as('amount')])
          .whereRef('s.journalId', '=', 'j.id')
          .orderBy('s.amount'),
      ).as('entries'),
    )
    .execute()
  return found.map((row) => ({
    ...toEvent('journal', row),
    lines: row.entries.map(({ account, amount }) => ({
      label: account,
      // Money received is negative on the account of what M-Pesa holds for us.
      text: kesText(byNormalSide(account, BigInt(amount))),
    })),
  }))
}

const unnested = (keys: readonly string[]) =>
  sql<{ key: string }>`unnest(${keys}::text[])`.as<'of'>(sql`of(key)`)

/** Idempotency keys that follow from the case's ids. */
function journalKeys(intentId: string | null, payoutId: string | null, receipts: readonly string[]) {
  return [
    ...(intentId ? [`intent:${intentId}`] : []),
    ...(payoutId ? [`payout:${payoutId}`, `payout_borne:${payoutId}`] : []),
    ...receipts.flatMap((receipt) => [
      `receipt:${receipt}`,
      `reversal:receipt:${receipt}`,
      `receipt:${receipt}:${intentId ?? 'nobody'}`,
      `difference:${receipt}`,
      `write_off:${receipt}`,
    ]),
  ]
}

const readRefunds: Source = async (on, { receipts }) => {
  const found = await kysely(on)
    .selectFrom('refund')
    .selectAll()
    .where('receipt', '=', anyOf(receipts))
    .execute()
  return found.map(({ createdAt, method, state, problem, proof }) => {
    const outcome = [problem ? `${state}: ${problem}` : state, ...(proof === null ? [] : [proof])].join(': ')
    return toEvent('refund', { at: createdAt, title: method, outcome })
  })
}

const readDecisions: Source = async (on, _trail, { kind, id }) => {
  const found = await kysely(on)
    .selectFrom('resolution as r')
    .innerJoin('appUser as p', 'p.id', 'r.proposedBy')
    .leftJoin('appUser as d', 'd.id', 'r.decidedBy')
    .select(['r.proposedAt', 'r.action', 'r.note', 'r.decidedAt', 'r.state', 'r.decisionNote'])
    .select(['p.username as proposer', 'd.username as decider'])
    .where('r.subjectType', '=', kind)
    .where('r.subjectId', '=', id)
    .execute()
  const proposals = found.map(({ proposedAt, action, proposer, note }) => ({
    ...toEvent('proposal', { at: proposedAt, title: action }),
    lines: linesOf(proposer, note),
  }))
  const decisions = found.flatMap(({ decidedAt, action, state, decider, decisionNote }) =>
    decidedAt && decider
      ? [
          {
            ...toEvent('decision', { at: decidedAt, title: action, outcome: state }),
            lines: linesOf(decider, decisionNote),
          },
        ]
      : [],
  )
  return [...proposals, ...decisions]
}

const linesOf = (username: string, note: string) => [
  { label: 'by', text: username },
  ...(note === '' ? [] : [{ label: 'note', text: note }]),
]

const readPayoutSteps: Source = async (on, { payoutId }) => {
  if (!payoutId) return []
  const [approvals, alerts] = await Promise.all([
    kysely(on)
      .selectFrom('payoutApproval as a')
      .innerJoin('appUser as u', 'u.id', 'a.officerId')
      .select(['a.createdAt', 'u.username'])
      .where('a.payoutId', '=', payoutId)
      .execute(),
    kysely(on).selectFrom('payoutAlert').selectAll().where('payoutId', '=', payoutId).execute(),
  ])
  return [
    ...approvals.map(({ createdAt, username }) => toEvent('approval', { at: createdAt, title: username })),
    ...alerts.map(({ createdAt, kind, resolvedAt, detail }) =>
      toEvent('alert', {
        at: createdAt,
        title: kind,
        outcome: resolvedAt ? 'closed' : 'open',
        raw: detail,
      }),
    ),
  ]
}

/** M-Pesa's answers about an account from two hours before a difference was first seen. */
const readChecks: Source = async (on, { account }, { since }) => {
  if (!account) return []
  const found = await kysely(on)
    .selectFrom('balanceCheck')
    .select(['at', 'working', 'utility', 'bookedWorking', 'bookedUtility'])
    .where('at', '>=', addSeconds(since, -2 * 3600))
    .orderBy('at', 'desc')
    .limit(20)
    .execute()
  return found.map(({ at, working, utility, bookedWorking, bookedUtility }) => {
    const [held, known] = account === 'working' ? [working, bookedWorking] : [utility, bookedUtility]
    return {
      ...toEvent('check', { at, title: account }),
      lines: [
        { label: 'mpesa', text: kesText(held) },
        { label: 'ledger', text: kesText(known) },
      ],
    }
  })
}

/** The start of a payment or payout; for an alert without a payout its text. */
const readStart: Source = async (_on, _trail, subject) => {
  const { kind, since } = subject
  if (kind === 'payment' || kind === 'payout') return [toEvent('asked', { at: since, title: kind })]
  // An alert about a payout has that payout's events.
  if (kind !== 'alert' || subject.payoutId) return []
  const { alert, isOpen, detail } = subject
  return [toEvent('alert', { at: since, title: alert, outcome: isOpen ? 'open' : 'closed', raw: detail })]
}

const sources: readonly Source[] = [
  readStart,
  readRequests,
  readCallbacks,
  readStatementLines,
  readReversals,
  readMoney,
  readJournals,
  readRefunds,
  readDecisions,
  readPayoutSteps,
  readChecks,
]
