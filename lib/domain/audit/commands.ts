import { now } from '#lib/core/clock.ts'
import { rows } from '#lib/core/db.ts'
import type { Tx } from '#lib/core/outbox.ts'

type Values = Readonly<Record<string, unknown>>

export type AuditRecord = {
  /** Who did it; null for the system itself. */
  actor: { readonly id: string } | null
  /** A stable word that says what was done, for instance `kyc.approved` or `kyc.document_viewed`. */
  action: `${string}.${string}`
  /** To what: its kind (`user`, `track`, `video`, …) and id. */
  subject: { type: string; id: string }
  /** The values that changed. Sealed data and secrets stay out of both: audit rows are never changed or erased. */
  before?: Values
  after?: Values
  /** The network address it came from, as `endpoint` hands it to handlers. */
  address?: string
}

/** Writes who did what to whom, in the transaction of what it records: one is not there without the other. */
export async function recordAudit(tx: Tx, record: AuditRecord): Promise<void> {
  const json = (values: Values | undefined) => (values === undefined ? null : JSON.stringify(values))
  await rows(tx.client, {
    name: 'audit-record',
    text: `INSERT INTO audit_event (at, actor_id, action, subject_type, subject_id, before, after, address)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      now(),
      record.actor?.id ?? null,
      record.action,
      record.subject.type,
      record.subject.id,
      json(record.before),
      json(record.after),
      record.address ?? '',
    ],
  })
}
