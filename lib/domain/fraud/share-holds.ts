import type { ExpressionBuilder } from 'kysely'
import { sql } from 'kysely'
import { giftShares } from '#lib/contract/gifts/constants.ts'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { shillings } from '#lib/core/money.ts'

/**
 * Holds the shares of these videos' counted gifts with an open or escalated signal, and ends all other holds.
 * Call it in the transaction that changes a signal or gift, before it locks the video. Idempotent.
 */
export async function holdShares(on: Queryable, videoIds: readonly string[]): Promise<void> {
  await sql`SELECT hold_shares(${videoIds}::uuid[], ${shillings(giftShares.dancer)}::bigint, ${shillings(giftShares.musician)}::bigint, ${now()}::timestamptz)`.execute(
    kysely(on),
  )
}

/** Holds money that an ended payout released, for share holds that the wallet could not cover. Idempotent. */
export async function coverShares(on: Queryable, accountId: bigint): Promise<void> {
  await sql`SELECT cover_shares(${accountId})`.execute(kysely(on))
}

/**
 * SQL: whether no open signal concerns the money of payout `p`. A payout requested before the signal left the
 * wallet without the share, so it waits for the decision.
 */
export const isFreeOfSignals = (eb: ExpressionBuilder<DB & { p: DB['payout'] }, 'p'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('shareHold as h')
        .select('h.intentId')
        .whereRef('h.accountId', '=', 'p.accountId')
        .where('h.short', '>', 0n)
        .whereRef('h.createdAt', '>=', 'p.createdAt'),
    ),
  )
