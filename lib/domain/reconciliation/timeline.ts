import type { CaseEvent } from '#lib/contract/reconciliation/calls.ts'
import { type Queryable, rows } from '#lib/core/db.ts'
import { toShillings } from '#lib/core/money.ts'
import { maskPhones } from './policy.ts'
import type { Subject } from './schema.ts'

/** What the rows of one thing are found by. */
type Trail = {
  readonly intentId: string | null
  readonly receipts: readonly string[]
  readonly payoutId: string | null
  readonly account: string | null
}

type Source = (on: Queryable, trail: Trail, subject: Subject) => Promise<CaseEvent[]>

/** All that is known of something, the oldest first: what was asked, what M-Pesa said, what was posted, who decided. */
export async function readTimeline(on: Queryable, subject: Subject): Promise<CaseEvent[]> {
  const trail = await trailOf(on, subject)
  const events = await Promise.all(sources.map((read) => read(on, trail, subject)))
  return events.flat().sort((a, b) => a.at.localeCompare(b.at))
}

async function trailOf(on: Queryable, subject: Subject): Promise<Trail> {
  const none = { intentId: null, receipts: [], payoutId: null, account: null }
  switch (subject.kind) {
    case 'payment': {
      const found = await rows<{ receipt: string }>(
        on,
        'SELECT receipt FROM mpesa_receipt WHERE intent_id = $1',
        [subject.id],
      )
      return { ...none, intentId: subject.id, receipts: found.map(({ receipt }) => receipt) }
    }
    case 'receipt':
      return { ...none, receipts: [subject.id] }
    case 'payout':
      return { ...none, payoutId: subject.id }
    case 'difference':
      return { ...none, account: subject.account }
    case 'alert':
      return none
  }
}

type Row = { at: Date; title: string; outcome: string | null; raw: string | null }

function toEvent(kind: CaseEvent['kind'], { at, title, outcome, raw }: Row): CaseEvent {
  return { at: at.toISOString(), kind, title, outcome, raw: raw && maskPhones(raw), lines: [] }
}

/** Calls of ours, with what was answered at once. */
const readRequests: Source = async (on, { intentId, receipts, payoutId }) => {
  const found = await rows<Row>(
    on,
    `SELECT d.created_at AS at, d.operation AS title, coalesce(d.outcome, 'under way') AS outcome,
        jsonb_pretty(jsonb_build_object('request', d.request, 'response', d.response)) AS raw
      FROM daraja_request d LEFT JOIN refund f ON f.id = d.refund_id
      WHERE d.intent_id = $1 OR d.payout_id = $2 OR f.receipt = ANY ($3)`,
    [intentId, payoutId, receipts],
  )
  return found.map((row) => toEvent('request', row))
}

const asAsked = ['stk_query', 'status/result', 'refund/status']

/** What M-Pesa told by itself, or when it was asked: by the token of its address. */
const readCallbacks: Source = async (on, { intentId, receipts, payoutId }) => {
  const found = await rows<Row>(
    on,
    `SELECT b.received_at AS at, b.kind AS title, b.outcome, b.body AS raw FROM callback_inbox b
      WHERE b.intent_id = $1 OR b.intent_id IN (SELECT d.id FROM daraja_request d LEFT JOIN refund f ON f.id = d.refund_id
        WHERE d.payout_id = $2 OR f.receipt = ANY ($3))`,
    [intentId, payoutId, receipts],
  )
  return found.map((row) => toEvent(asAsked.includes(row.title) ? 'question' : 'callback', row))
}

/** Announcements and lines of the statement carry no token: they are found by the receipt, around the day it came. */
const readStatementLines: Source = async (on, { receipts }) => {
  const found = await rows<Row>(
    on,
    `SELECT b.received_at AS at, b.kind AS title, b.outcome, b.body AS raw FROM mpesa_receipt r JOIN callback_inbox b
        ON b.intent_id IS NULL AND b.received_at BETWEEN r.created_at - interval '1 hour' AND r.created_at + interval '3 days'
        AND strpos(upper(b.body), r.receipt) > 0
      WHERE r.receipt = ANY ($1) LIMIT 50`,
    [receipts],
  )
  return found.map((row) => toEvent('statement', row))
}

const readMoney: Source = async (on, { receipts }) => {
  const found = await rows<Row & { amount: bigint }>(
    on,
    `SELECT r.created_at AS at, r.receipt AS title, r.status::text AS outcome, NULL AS raw, r.amount
      FROM mpesa_receipt r WHERE r.receipt = ANY ($1)`,
    [receipts],
  )
  return found.map((row) => ({
    ...toEvent('receipt', row),
    lines: [{ label: 'amount', text: `KES ${toShillings(row.amount)}` }],
  }))
}

const readJournals: Source = async (on, { intentId, receipts, payoutId }) => {
  const found = await rows<Row & { entries: { account: string; amount: string }[] }>(
    on,
    `WITH own AS (SELECT id FROM journal WHERE idempotency_key IN (SELECT 'intent:' || $1
        UNION ALL SELECT 'payout:' || $2 UNION ALL SELECT 'refund:' || f.id FROM refund f WHERE f.receipt = ANY ($3)
        UNION ALL SELECT k || r FROM unnest($3::text[]) r, unnest(ARRAY['receipt:', 'difference:', 'write_off:']) k
        UNION ALL SELECT 'receipt:' || m.receipt || ':' || m.intent_id FROM mpesa_receipt m WHERE m.receipt = ANY ($3))),
      told AS (SELECT id FROM own UNION SELECT j.id FROM own JOIN journal j ON j.reversal_of = own.id)
      SELECT j.created_at AS at, j.type AS title, NULL AS outcome, NULL AS raw,
        (SELECT json_agg(json_build_object('account', s.kind, 'amount', s.amount::text) ORDER BY s.amount)
          FROM (SELECT a.kind, sum(e.amount) AS amount FROM entry e JOIN account a ON a.id = e.account_id
            WHERE e.journal_id = j.id GROUP BY a.kind) s) AS entries
      FROM journal j JOIN told ON told.id = j.id`,
    [intentId, payoutId, receipts],
  )
  return found.map((row) => ({
    ...toEvent('journal', row),
    lines: row.entries.map(({ account, amount }) => ({
      label: account,
      text: `KES ${toShillings(BigInt(amount))}`,
    })),
  }))
}

const readRefunds: Source = async (on, { receipts }) => {
  const found = await rows<Row>(
    on,
    `SELECT created_at AS at, method::text AS title, concat_ws(': ', state::text, nullif(problem, ''), proof) AS outcome,
        NULL AS raw FROM refund WHERE receipt = ANY ($1)`,
    [receipts],
  )
  return found.map((row) => toEvent('refund', row))
}

type DecisionRow = Row & { username: string; note: string; step: 'proposal' | 'decision' }

const readDecisions: Source = async (on, _trail, { kind, id }) => {
  const found = await rows<DecisionRow>(
    on,
    `SELECT r.proposed_at AS at, r.action::text AS title, NULL AS outcome, NULL AS raw, u.username, r.note, 'proposal' AS step
        FROM resolution r JOIN app_user u ON u.id = r.proposed_by WHERE r.subject_type = $1 AND r.subject_id = $2
      UNION ALL SELECT r.decided_at, r.action::text, r.state::text, NULL, u.username, r.decision_note, 'decision'
        FROM resolution r JOIN app_user u ON u.id = r.decided_by WHERE r.subject_type = $1 AND r.subject_id = $2`,
    [kind, id],
  )
  return found.map((row) => ({
    ...toEvent(row.step, row),
    lines: [
      { label: 'by', text: row.username },
      ...(row.note === '' ? [] : [{ label: 'note', text: row.note }]),
    ],
  }))
}

const readPayoutSteps: Source = async (on, { payoutId }) => {
  const [approvals, alerts] = await Promise.all([
    rows<Row>(
      on,
      `SELECT a.created_at AS at, u.username AS title, NULL AS outcome, NULL AS raw FROM payout_approval a
        JOIN app_user u ON u.id = a.officer_id WHERE a.payout_id = $1`,
      [payoutId],
    ),
    rows<Row>(
      on,
      `SELECT created_at AS at, kind::text AS title, CASE WHEN resolved_at IS NULL THEN 'open' ELSE 'closed' END AS outcome,
        detail AS raw FROM payout_alert WHERE payout_id = $1`,
      [payoutId],
    ),
  ])
  return [...approvals.map((row) => toEvent('approval', row)), ...alerts.map((row) => toEvent('alert', row))]
}

type CheckRow = { at: Date; held: bigint; known: bigint; beside: bigint }

/** What M-Pesa said around the time of a difference. */
const readChecks: Source = async (on, { account }, { since }) => {
  if (!account) return []
  const found = await rows<CheckRow>(
    on,
    `SELECT c.at, CASE $1 WHEN 'working' THEN c.working ELSE c.utility END AS held,
        CASE $1 WHEN 'working' THEN c.collected ELSE -c.paid_out END AS known, b.amount AS beside
      FROM balance_check c JOIN balance_baseline b ON b.account = $1
      WHERE c.at >= $2::timestamptz - interval '2 hours' ORDER BY c.at DESC LIMIT 20`,
    [account, since],
  )
  return found.map(({ at, held, known, beside }) => ({
    ...toEvent('check', { at, title: account, outcome: null, raw: null }),
    lines: [
      { label: 'mpesa', text: `KES ${toShillings(held)}` },
      { label: 'ledger', text: `KES ${toShillings(known)}` },
      { label: 'beside', text: `KES ${toShillings(beside)}` },
    ],
  }))
}

const readStart: Source = async (_on, _trail, { kind, since }) =>
  kind === 'payment' || kind === 'payout'
    ? [toEvent('asked', { at: since, title: kind, outcome: null, raw: null })]
    : []

const sources: readonly Source[] = [
  readStart,
  readRequests,
  readCallbacks,
  readStatementLines,
  readMoney,
  readJournals,
  readRefunds,
  readDecisions,
  readPayoutSteps,
  readChecks,
]
