import { now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { transaction } from '#lib/core/outbox.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { readKycForm } from '#lib/domain/kyc/queries.ts'
import { exportSections } from './export-sections.ts'

const single = ['account', 'profile', 'wallet']

/**
 * Everything that is held about a person, their KYC form opened, for themselves; that it was taken is on record. Gifts
 * are not in it: they are given without an account, and a phone number alone does not prove who gave them.
 * @param address where the request came from
 */
export async function exportAccount(actor: Actor, address: string): Promise<Record<string, unknown>> {
  const userId = actor.id
  const exported: Record<string, unknown> = { exported_at: now().toISOString() }
  // One after the other: a person's export need not take a connection for each of its parts.
  for (const [section, sql] of Object.entries(exportSections)) {
    const found = await rows<{ row: unknown }>(db(), `SELECT to_jsonb(part) AS row FROM (${sql}) AS part`, [
      userId,
    ])
    const parts = found.map(({ row }) => row)
    exported[section] = single.includes(section) ? (parts[0] ?? null) : parts
  }
  const kyc_form = await readKycForm(db(), userId)
  const subject = { type: 'user', id: userId }
  await transaction((tx) => recordAudit(tx, { actor, action: 'account.exported', subject, address }))
  return { ...exported, kyc_form }
}
