import { log } from '#lib/core/log.ts'
import { type ChainCheck, sealAudit, verifyAuditChain } from './chain.ts'
import { noteHead } from './noted-head.ts'

/**
 * The worker's check of the audit: seals what waits, goes through the chain, and notes its end outside the database. A
 * broken chain is said in the log at each run, and its noted end stays where it was.
 */
export async function checkAudit(): Promise<ChainCheck> {
  await sealAudit()
  const check = await verifyAuditChain()
  if (check.ok) {
    if (check.rows > 0) await noteHead(check.head)
    log.info({ audit_head: check.head }, 'the audit holds')
  } else log.error({ audit_problem: check.problem, audit_head: check.head }, 'THE AUDIT WAS TAMPERED WITH')
  return check
}
