import type { Waiting } from '#lib/contract/overview/waiting.ts'
import { prisma } from '#lib/core/prisma.ts'
import { countUnassignedDancers } from '#lib/domain/assignments/queries.ts'
import { countOpenDisputes } from '#lib/domain/disputes/queries.ts'
import { countWaitingSignals } from '#lib/domain/fraud/waiting-signals.ts'
import { countOpenAlerts } from '#lib/domain/health/alerts.ts'
import { countDeadLetters } from '#lib/domain/health/dead-letters.ts'
import { countUnresolved } from '#lib/domain/reconciliation/list-cases.ts'

/** If Redis is unreachable, dead letters count as zero. */
export async function countWaiting(): Promise<Waiting> {
  const [
    payments,
    disputes,
    signals,
    wallets,
    books,
    assignments,
    revocations,
    invited,
    resets,
    settings,
    deadLetters,
    alerts,
    newest,
  ] = await Promise.all([
    countUnresolved(),
    countOpenDisputes(),
    countWaitingSignals(),
    prisma().fundTransfer.count({ where: { state: 'waiting' } }),
    prisma().cashJournal.count({ where: { state: 'waiting' } }),
    countUnassignedDancers(),
    prisma().identityRevocation.count({ where: { state: 'waiting' } }),
    prisma().staffInvitation.count({
      where: { confirmedAt: null, user: { role: 'super_admin', deletedAt: null } },
    }),
    prisma().secondFactorReset.count({ where: { state: 'waiting' } }),
    prisma().settingProposal.count({ where: { state: 'open' } }),
    countDeadLetters().catch(() => 0),
    countOpenAlerts(),
    prisma().backup.findFirst({
      where: { status: { not: 'making' } },
      orderBy: { createdAt: 'desc' },
      select: { status: true },
    }),
  ])
  const backups = newest?.status === 'damaged' || newest?.status === 'failed' ? 1 : 0
  return {
    payments,
    disputes,
    signals,
    wallets,
    books,
    assignments,
    users: revocations,
    staff: invited + resets,
    settings,
    health: deadLetters + alerts,
    backups,
  }
}
