import { now } from '#lib/core/clock.ts'
import type { Tx } from '#lib/core/outbox.ts'

type Values = Readonly<Record<string, unknown>>

export type AuditRecord = {
  /** Null for the system itself. */
  actor: { readonly id: string } | null
  /** A stable code, such as `kyc.approved` or `kyc.document_viewed`. */
  action: `${string}.${string}`
  /** Kind (`user`, `track`, `video`, …) and id. */
  subject: { type: string; id: string }
  /** The changed values, without sealed data and secrets: audit rows are never changed or erased. */
  before?: Values
  after?: Values
  /** The client's network address. */
  address?: string
}

/** Use the transaction of the recorded change: both commit or neither. */
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
