import { addSeconds, now } from '#lib/core/clock.ts'
import { newId } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { openReversals } from '#lib/domain/reconciliation/read-reversals.ts'
import { newDisputeReference } from './commands.ts'
import { DUE_SECONDS } from './policy.ts'

/**
 * Opens a dispute for each payment that M-Pesa reversed by itself, unless one about the payment is open.
 * Closes these disputes once their reversals are decided.
 */
export async function followReversals(): Promise<void> {
  await transaction(openReversed)
  await transaction(closeDecided)
}

async function openReversed(tx: Tx): Promise<void> {
  const moment = now()
  const reversed = await openReversals(tx.kysely)
    .innerJoin('mpesaReceipt as r', 'r.receipt', 'v.payment')
    .select(['r.receipt', 'r.phone', 'r.intentId'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('dispute as d')
            .select('d.id')
            .whereRef('d.receipt', '=', 'r.receipt')
            .where((of) => of.or([of('d.kind', '=', 'reversed'), of('d.state', 'in', ['open', 'waiting'])])),
        ),
      ),
    )
    .execute()
  if (reversed.length === 0) return
  const opened = await tx.kysely
    .insertInto('dispute')
    .values(
      reversed.map(({ receipt, phone, intentId }) => ({
        ...{ id: newId(), reference: newDisputeReference(), kind: 'reversed' as const, receipt },
        origin: 'reversal' as const,
        phone: /^254\d{9}$/.test(phone ?? '') ? (phone ?? '') : '',
        caseId: intentId ?? receipt,
        dueAt: addSeconds(moment, DUE_SECONDS),
        createdAt: moment,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'receipt', 'reference'])
    .execute()
  for (const { id, receipt, reference } of opened)
    await recordAudit(tx, {
      actor: null,
      action: 'dispute.opened',
      subject: { type: 'dispute', id },
      after: { kind: 'reversed', receipt, reference, origin: 'reversal' },
    })
}

async function closeDecided(tx: Tx): Promise<void> {
  const closed = await tx.kysely
    .updateTable('dispute as d')
    .set({ state: 'resolved', closedAt: now() })
    .where('d.kind', '=', 'reversed')
    .where('d.origin', '=', 'reversal')
    .where('d.state', 'in', ['open', 'waiting'])
    .where((eb) =>
      eb.not(
        eb.exists(openReversals(tx.kysely).select('v.receipt').where('v.payment', '=', eb.ref('d.receipt'))),
      ),
    )
    .returning('d.id')
    .execute()
  for (const { id } of closed)
    await recordAudit(tx, {
      actor: null,
      action: 'dispute.closed',
      subject: { type: 'dispute', id },
      after: { state: 'resolved' },
    })
}
