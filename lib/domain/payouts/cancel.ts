import { now } from '#lib/core/clock.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { equalInConstantTime, isUuid, signHex, uuidFromHex } from '#lib/core/ids.ts'
import { type Tx, transaction } from '#lib/core/outbox.ts'
import { recordAudit } from '#lib/domain/audit/commands.ts'
import { coverShares } from '#lib/domain/fraud/share-holds.ts'
import { closeOwnAlerts } from './alerts.ts'
import { badCancelLink, notCancellable } from './errors.ts'
import { isCancellable } from './policy.ts'
import { changePayout, lockPayout, setHold } from './rows.ts'
import type { Payout } from './schema.ts'

const SIGNATURE_DIGITS = 32

/** Token of the cancel link; derived from the payout, not stored. */
export function cancelToken(payoutId: string): string {
  return `${payoutId.replaceAll('-', '')}${sign(payoutId)}`
}

function sign(payoutId: string): string {
  return signHex(env.AUTH_SECRET, `payout-cancel:${payoutId}`, SIGNATURE_DIGITS)
}

function readCancelToken(token: string): string | undefined {
  const id = uuidFromHex(token.slice(0, 32).toLowerCase())
  const isRight = equalInConstantTime(token.slice(32).toLowerCase(), sign(id))
  return isUuid(id) && isRight ? id : undefined
}

/**
 * Idempotent. @returns the payout's reference
 * @throws RuleError bad_link (400), not_cancellable (409)
 */
export async function cancelByLink(token: string, address: string): Promise<string> {
  const id = readCancelToken(token)
  if (!id) throw badCancelLink()
  return transaction(async (tx) => {
    const payout = await lockPayout(tx.client, id)
    if (!payout) throw badCancelLink()
    return cancel(tx, payout, null, address)
  })
}

/**
 * Idempotent. @returns the payout's reference
 * @throws NotFoundError unless it is one's own
 * @throws RuleError not_cancellable (409)
 */
export async function cancelOwn(ownerId: string, reference: string, address: string): Promise<string> {
  return transaction(async (tx) => {
    const own = await tx.kysely
      .selectFrom('payout')
      .select('id')
      .where('reference', '=', reference)
      .where('ownerId', '=', ownerId)
      .executeTakeFirst()
    const payout = own && (await lockPayout(tx.client, own.id))
    if (!payout) throw new NotFoundError()
    return cancel(tx, payout, { id: ownerId }, address)
  })
}

async function cancel(
  tx: Tx,
  payout: Payout,
  actor: { id: string } | null,
  address: string,
): Promise<string> {
  if (payout.state === 'cancelled') return payout.reference
  if (!isCancellable(payout)) throw notCancellable()
  await setHold(tx.client, payout.id, false)
  await coverShares(tx.client, payout.accountId)
  await changePayout(tx, payout, { state: 'cancelled', nextCheckAt: null, closedAt: now() })
  await closeOwnAlerts(tx, payout.id)
  const subject = { type: 'payout', id: payout.id }
  const by = actor ? 'account' : 'mailed link'
  await recordAudit(tx, { actor, action: 'payout.cancelled', subject, after: { by }, address })
  return payout.reference
}
