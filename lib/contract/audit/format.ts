/**
 * The audit's hash chain and its file (docs/audit-chain.md). A row's hash is the HMAC-SHA256, under the
 * audit's key, of `linkText`: the previous hash, a line feed and `rowText` in UTF-8; as 64 lower-case hex
 * digits.
 */

/** Stands for the previous hash in the first row's text. */
export const CHAIN_START = '0'.repeat(64)

/** Columns of the file in order. */
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

export type AuditLine = Readonly<Record<AuditColumn, string>>

/** The sealed part of a row. A missing actor or value is an empty text. */
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
 * Returns the text to hash: a JSON array as Postgres writes it, with a comma and a space between elements.
 * `before` and `after` are unchanged Postgres text; the time has no Z.
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

/** The text of a row's hash. @param previous the previous hash, or CHAIN_START */
export function linkText(previous: string, text: string): string {
  return `${previous}\n${text}`
}
