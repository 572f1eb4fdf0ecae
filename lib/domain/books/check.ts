import { now } from '#lib/core/clock.ts'
import { db, rows } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { checkAudit } from '#lib/domain/audit/check.ts'
import { brokenInvariants } from '#lib/domain/ledger/invariants.ts'
import { allLaws } from './laws.ts'

/** The name under which the laws' last run is kept in system_check. */
export const LAWS_CHECK = 'ledger_laws'

/**
 * Runs every law over the books and keeps how it came out, for the health page.
 * @returns a sentence for each broken law
 */
export async function checkBooks(): Promise<string[]> {
  const startedAt = performance.now()
  const broken = await brokenInvariants(db(), allLaws)
  for (const sentence of broken) log.error({ law: sentence }, 'a law of the ledger is broken')
  await keepCheck(LAWS_CHECK, broken, performance.now() - startedAt)
  return broken
}

/** Goes through the chain of the audit and keeps how it came out, for the health page. */
export async function keepAuditCheck(): Promise<void> {
  const startedAt = performance.now()
  const { ok, problem } = await checkAudit()
  await keepCheck(
    'audit_chain',
    ok ? [] : [problem ?? 'The audit was tampered with.'],
    performance.now() - startedAt,
  )
}

/** Keeps how a check came out in place of the run before. @param tookMs milliseconds */
export async function keepCheck(name: string, findings: readonly string[], tookMs: number): Promise<void> {
  await rows(
    db(),
    `INSERT INTO system_check (name, checked_at, is_good, took_ms, findings) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (name) DO UPDATE SET checked_at = EXCLUDED.checked_at, is_good = EXCLUDED.is_good,
        took_ms = EXCLUDED.took_ms, findings = EXCLUDED.findings`,
    [name, now(), findings.length === 0, Math.round(tookMs), findings],
  )
}
