import { sql } from 'kysely'
import { toShillings } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'

/** Mails dancers that they are subscribed, with M-Pesa's receipt if already known. */
export async function tellSubscribed(
  tx: Tx,
  paid: readonly { challengeId: string; dancerId: string }[],
): Promise<void> {
  if (paid.length === 0) return
  const [months, dancers] = [paid.map(({ challengeId }) => challengeId), paid.map(({ dancerId }) => dancerId)]
  const pairs = sql<{
    challengeId: string
    dancerId: string
  }>`unnest(${months}::uuid[], ${dancers}::uuid[])`
  const told = await tx.kysely
    .selectFrom(pairs.as<'just'>(sql`just(challenge_id, dancer_id)`))
    .innerJoin('subscription as s', (join) =>
      join.onRef('s.challengeId', '=', 'just.challengeId').onRef('s.dancerId', '=', 'just.dancerId'),
    )
    .innerJoin('challenge as c', 'c.id', 's.challengeId')
    .select(['s.dancerId', 'c.title as challenge', 's.amount'])
    .select((eb) =>
      eb
        .selectFrom('subscriptionPayment as p')
        .innerJoin('mpesaReceipt as r', 'r.intentId', 'p.intentId')
        .select((e) => e.fn.max('r.receipt').as('receipt'))
        .whereRef('p.subscriptionId', '=', 's.id')
        .where('r.status', '=', 'credited')
        .as('receipt'),
    )
    .execute()
  for (const { dancerId, challenge, amount, receipt } of told)
    await sendMail(tx, {
      userId: dancerId,
      template: 'subscription_paid',
      data: { challenge, amount: toShillings(amount), receipt: receipt ?? '' },
    })
}
