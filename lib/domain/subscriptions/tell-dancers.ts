import { rows } from '#lib/core/db.ts'
import { toShillings } from '#lib/core/money.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { sendMail } from '#lib/domain/mail/commands.ts'

type Told = { dancer_id: string; challenge: string; amount: bigint; receipt: string | null }

/** Mails dancers that their subscription is paid: with M-Pesa's receipt where it is known by now. */
export async function tellSubscribed(
  tx: Tx,
  paid: readonly { challengeId: string; dancerId: string }[],
): Promise<void> {
  if (paid.length === 0) return
  const told = await rows<Told>(
    tx.client,
    `SELECT s.dancer_id, c.title AS challenge, s.amount,
        (SELECT max(r.receipt) FROM subscription_payment p JOIN mpesa_receipt r ON r.intent_id = p.intent_id
          WHERE p.subscription_id = s.id AND r.status = 'credited') AS receipt
      FROM unnest($1::uuid[], $2::uuid[]) AS just(challenge_id, dancer_id)
      JOIN subscription s USING (challenge_id, dancer_id) JOIN challenge c ON c.id = s.challenge_id`,
    [paid.map((one) => one.challengeId), paid.map((one) => one.dancerId)],
  )
  for (const { dancer_id, challenge, amount, receipt } of told)
    await sendMail(tx, {
      userId: dancer_id,
      template: 'subscription_paid',
      data: { challenge, amount: toShillings(amount), receipt: receipt ?? '' },
    })
}
