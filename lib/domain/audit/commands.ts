import { now } from '#lib/core/clock.ts'
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

/** Records who did what to whom, in the transaction of what it records: one is not there without the other. */
export async function recordAudit(tx: Tx, record: AuditRecord): Promise<void> {
  const json = (values: Values | undefined) => (values === undefined ? null : JSON.stringify(values))
  await tx.kysely
    .insertInto('auditEvent')
    .values({
      at: now(),
      actorId: record.actor?.id ?? null,
      action: record.action,
      subjectType: record.subject.type,
      subjectId: record.subject.id,
      before: json(record.before),
      after: json(record.after),
      address: record.address ?? '',
    })
    .execute()
}
