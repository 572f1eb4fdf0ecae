import { arrayLiteral } from '#lib/core/array-literal.ts'
import { now } from '#lib/core/clock.ts'
import { type LastStatement, OUTBOX_ROW } from '#lib/core/outbox.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { resultKinds } from '#lib/domain/mpesa/callback-path.ts'
import { paymentsChanged } from '#lib/domain/payments/events.ts'
import { undecidedStates } from '#lib/domain/payments/policy.ts'
import type { PlainBatch } from '#lib/domain/payments/purpose.ts'
import { votesCounted } from '#lib/domain/videos/events.ts'
import { DANCER_SHARE, MUSICIAN_SHARE, PLATFORM_SHARE } from './policy.ts'

/**
 * The statement that settles gifts which a callback has plainly paid, within Postgres (docs/decisions/0050). What it goes by are
 * the rules and prices of policy.ts; whatever is not plain it leaves to `decide`.
 */
export async function plainGiftsSettled({ limit, behind, spread }: PlainBatch): Promise<LastStatement> {
  const accounts = await systemAccounts()
  return {
    name: 'gift-settle-plain',
    text: `SELECT seen, settled, last, ${OUTBOX_ROW}
      FROM settle_plain_gifts($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    values: [
      now().toISOString(),
      limit,
      String(behind),
      arrayLiteral(resultKinds),
      arrayLiteral([...undecidedStates]),
      String(DANCER_SHARE),
      String(MUSICIAN_SHARE),
      String(PLATFORM_SHARE),
      String(systemAccount(accounts, 'mpesa_collection', spread)),
      String(systemAccount(accounts, 'platform_revenue', spread)),
      paymentsChanged.channel,
      votesCounted.channel,
    ],
    writesOutbox: true,
  }
}
