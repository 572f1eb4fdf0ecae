import { transaction } from '#lib/core/outbox.ts'
import { recordAudit } from './commands.ts'

/** The person who downloads a file, with the client's network address. */
export type ExportedBy = { readonly actor: { readonly id: string }; readonly address: string }

/** Empty filters are left out. */
export function recordExport(
  action: `${string}.exported` | `${string}.downloaded`,
  subject: { readonly type: string; readonly id: string },
  filters: Readonly<Record<string, unknown>>,
  { actor, address }: ExportedBy,
): Promise<void> {
  const after = Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
  return transaction((tx) => recordAudit(tx, { actor, action, subject, after, address }))
}
