import { now } from '#lib/core/clock.ts'
import { runTransaction } from '#lib/core/db.ts'
import { log } from '#lib/core/log.ts'
import { prisma } from '#lib/core/prisma.ts'
import { codedText, type Sentence, say } from '#lib/core/sentence.ts'
import { withLongStatementTimeout } from '#lib/core/statement-timeout.ts'
import { type ChainCheck, sealAudit, verifyAuditChain } from '#lib/domain/audit/chain.ts'
import { noteHead } from '#lib/domain/audit/noted-head.ts'
import { brokenInvariants, giveRoom } from '#lib/domain/ledger/invariants.ts'
import { allInvariants } from './invariants.ts'

/**
 * Checks all invariants, and records the result for the health page.
 * @returns a sentence for each broken one
 */
export async function checkBooks(): Promise<Sentence[]> {
  const startedAt = performance.now()
  const broken = await withLongStatementTimeout(() =>
    runTransaction(async (on) => {
      await giveRoom(on, 'transaction')
      return brokenInvariants(on, allInvariants)
    }),
  )
  for (const sentence of broken)
    log.error({ invariant: String(sentence) }, 'an invariant of the books is broken')
  await recordCheck('ledger_laws', broken, performance.now() - startedAt)
  return broken
}

export async function checkAuditChain(): Promise<void> {
  const startedAt = performance.now()
  const { ok, problem } = await checkAudit()
  await recordCheck(
    'audit_chain',
    ok ? [] : [problem ?? say('audit.tampered')],
    performance.now() - startedAt,
  )
}

/** Records a check's result instead of the former one. @param tookMs milliseconds */
export async function recordCheck(
  name: string,
  findings: readonly (Sentence | string)[],
  tookMs: number,
): Promise<void> {
  const result = {
    checkedAt: now(),
    isGood: findings.length === 0,
    tookMs: Math.round(tookMs),
    findings: findings.map(codedText),
  }
  await prisma().systemCheck.upsert({ where: { name }, create: { name, ...result }, update: result })
}

/**
 * Seals new rows, checks the chain, and notes its end outside the database. A broken chain is logged at each
 * run, and the noted end does not change.
 */
export async function checkAudit(): Promise<ChainCheck> {
  await sealAudit()
  const check = await verifyAuditChain()
  if (check.ok) {
    if (check.rows > 0) await noteHead(check.head)
    log.info({ audit_head: check.head }, 'the audit holds')
  } else
    log.error({ audit_problem: String(check.problem), audit_head: check.head }, 'THE AUDIT WAS TAMPERED WITH')
  return check
}
