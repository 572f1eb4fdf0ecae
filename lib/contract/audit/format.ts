/**
 * What is hashed in the audit's chain, and the file that it is checked from (docs/audit-chain.md says it for programs of
 * other people's). The hash of a row is the HMAC-SHA256, under the audit's key, of `linkText`: the hash of the row before
 * it, a line feed, and `rowText`, all in UTF-8; written as 64 lower-case hex digits.
 */

/** The value that takes the place of a hash before the first row. */
export const CHAIN_START = '0'.repeat(64)

/** The columns of the file, in their order. */
export const auditColumns = [
  'id',
  'created_at',
  'admin_username',
  'action_type',
  'description',
  'affected_resource',
  'ip_address',
  'before',
  'after',
  'seal',
  'position',
  'previous_seal',
  'actor_id',
  'subject_type',
  'subject_id',
] as const
export type AuditColumn = (typeof auditColumns)[number]

/** A line of the file. */
export type AuditLine = Readonly<Record<AuditColumn, string>>

/** What is sealed of a row, as the file has it: no actor, no values before or after are the empty text. */
type SealedCells = Pick<
  AuditLine,
  | 'id'
  | 'created_at'
  | 'actor_id'
  | 'action_type'
  | 'subject_type'
  | 'subject_id'
  | 'before'
  | 'after'
  | 'ip_address'
>

/**
 * A row as it is hashed: a JSON array with a comma and a blank between its elements, as Postgres writes one. `before` and
 * `after` stand as Postgres wrote them; the time stands without the Z of its end.
 */
export function rowText(row: SealedCells): string {
  const elements = [
    row.id,
    JSON.stringify(row.created_at.replace(/Z$/, '')),
    row.actor_id === '' ? 'null' : JSON.stringify(row.actor_id),
    JSON.stringify(row.action_type),
    JSON.stringify(row.subject_type),
    JSON.stringify(row.subject_id),
    row.before || 'null',
    row.after || 'null',
    JSON.stringify(row.ip_address),
  ]
  return `[${elements.join(', ')}]`
}

/** What a row's hash is made of. @param previous the hash of the row before it, or CHAIN_START */
export function linkText(previous: string, text: string): string {
  return `${previous}\n${text}`
}
