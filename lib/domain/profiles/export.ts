import { sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { kysely } from '#lib/core/kysely.ts'
import { transaction } from '#lib/core/outbox.ts'
import { storedSentence } from '#lib/core/sentence.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { type AuditRecord, recordAudit } from '#lib/domain/audit/commands.ts'
import { readKycForm } from '#lib/domain/kyc/queries.ts'
import { exportSections } from './export-sections.ts'

type Json = { json: Readonly<Record<string, unknown>> }

/** Sections with one row. */
const single = ['account', 'profile', 'wallet']

/**
 * Exports an account for its owner, with the KYC form; audited. Gifts are left out: they need no account, and
 * a phone number alone does not prove the payer.
 * @param address the client's
 */
export function exportAccount(actor: Actor, address: string): Promise<Record<string, unknown>> {
  return collectAccount(actor.id, { actor, address })
}

/** @param record the audit's record of the actor */
export async function collectAccount(
  userId: string,
  record: Pick<AuditRecord, 'actor' | 'after' | 'address'>,
): Promise<Record<string, unknown>> {
  const exported: Record<string, unknown> = { exported_at: now().toISOString() }
  const on = kysely(db())
  // In sequence, to use one pool connection at a time.
  for (const [section, select] of Object.entries(exportSections)) {
    const asJson = sql<Json>`SELECT to_jsonb(part) AS json FROM ${select(on, userId)} AS part`
    const parts = (await asJson.execute(on)).rows.map(({ json }) => inWords(json))
    exported[section] = single.includes(section) ? (parts[0] ?? null) : parts
  }
  const kyc_form = await readKycForm(db(), userId)
  const subject = { type: 'user', id: userId }
  await transaction((tx) => recordAudit(tx, { ...record, action: 'account.exported', subject }))
  return { ...exported, kyc_form }
}

/** Turns stored sentences into text. */
function inWords(row: Json['json']): Record<string, unknown> {
  const said = ([name, value]: [string, unknown]) =>
    [name, typeof value === 'string' ? storedSentence(value) : value] as const
  return Object.fromEntries(Object.entries(row).map(said))
}
