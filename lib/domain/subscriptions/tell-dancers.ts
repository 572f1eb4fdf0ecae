import { sql } from 'kysely'
import { toShillings } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'

/** Mails dancers that their subscription is paid: with M-Pesa's receipt where it is known by now. */
export async function tellSubscribed(
  tx: Tx,
  paid: readonly { challengeId: string; dancerId: string }[],
): Promise<void> {
  if (paid.length === 0) return
  const [months, dancers] = [paid.map(({ challengeId }) => challengeId), paid.map(({ dancerId }) => dancerId)]
  const pairs = sql<{
    challenge_id: string
    dancer_id: string
  }>`unnest(${months}::uuid[], ${dancers}::uuid[])`
  const told = await tx.kysely
    .selectFrom(pairs.as<'just'>(sql`just(challenge_id, dancer_id)`))
    .innerJoin('subscription as s', (join) =>
      join.onRef('s.challenge_id', '=', 'just.challenge_id').onRef('s.dancer_id', '=', 'just.dancer_id'),
    )
    .innerJoin('challenge as c', 'c.id', 's.challenge_id')
    .select(['s.dancer_id', 'c.title as challenge', 's.amount'])
    .select((eb) =>
      eb
        .selectFrom('subscription_payment as p')
        .innerJoin('mpesa_receipt as r', 'r.intent_id', 'p.intent_id')
        .select((e) => e.fn.max('r.receipt').as('receipt'))
        .whereRef('p.subscription_id', '=', 's.id')
        .where('r.status', '=', 'credited')
        .as('receipt'),
    )
    .execute()
  for (const { dancer_id, challenge, amount, receipt } of told)
    await sendMail(tx, {
      userId: dancer_id,
      template: 'subscription_paid',
      data: { challenge, amount: toShillings(amount), receipt: receipt ?? '' },
    })
}
