import { sql } from 'kysely'
import { now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { kysely } from '#lib/core/kysely.ts'
import { log } from '#lib/core/log.ts'
import { balanceFields, queryBalance } from '#lib/domain/mpesa/balance-calls.ts'
import { storeAnswer } from '#lib/domain/mpesa/store-answer.ts'

/**
 * Queries M-Pesa's balances, which M-Pesa clearing must equal (docs/money.md). The call's row has the
 * ledger's newest journal, because it is unknown whether M-Pesa's figures include later ones.
 */
export async function askBalance(): Promise<void> {
  const id = newId()
  await kysely(db())
    .insertInto('darajaRequest')
    .values((eb) => {
      const newest = eb
        .selectFrom('journal')
        .select((of) => sql<bigint>`coalesce(max(${of.ref('id')}), 0)`.as('id'))
      const fields = JSON.stringify(balanceFields())
      return {
        id,
        operation: 'account_balance',
        request: sql`${fields}::jsonb || jsonb_build_object('journal', ${newest})`,
        created_at: now(),
      }
    })
    .execute()
  const answer = await queryBalance(id)
  const isTaken = answer.kind === 'answered' && answer.status === 200
  if (!isTaken) log.warn({ answer }, 'balance query not taken')
  await storeAnswer(db(), id, answer, isTaken ? 'accepted' : 'unknown')
}
