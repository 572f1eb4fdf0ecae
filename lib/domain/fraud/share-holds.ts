import type { ExpressionBuilder } from 'kysely'
import { sql } from 'kysely'
import { giftShares } from '#lib/contract/gifts/constants.ts'
import { now } from '#lib/core/clock.ts'
import type { Queryable } from '#lib/core/db.ts'
import type { DB } from '#lib/core/generated/kysely/tables.ts'
import { kysely } from '#lib/core/kysely.ts'
import { shillings } from '#lib/core/money.ts'

/**
 * Holds the shares of the counted gifts of these videos about which a signal is open or escalated, and ends the holds of all others.
 * Call it in the transaction that changes a signal or such a gift, before it locks the video. Doing the same again changes nothing.
 */
export async function holdShares(on: Queryable, videoIds: readonly string[]): Promise<void> {
  await sql`SELECT hold_shares(${videoIds}::uuid[], ${shillings(giftShares.dancer)}::bigint, ${shillings(giftShares.musician)}::bigint, ${now()}::timestamptz)`.execute(
    kysely(on),
  )
}

/** Holds money that an ended payout has set free for shares that its wallet was short of. Doing the same again changes nothing. */
export async function coverShares(on: Queryable, accountId: bigint): Promise<void> {
  await sql`SELECT cover_shares(${accountId})`.execute(kysely(on))
}

/**
 * SQL: whether the payout `p` takes nothing of which a signal is open. What was asked for before the signal opened left the wallet
 * without the share, and waits until somebody has decided.
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
