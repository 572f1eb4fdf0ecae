// Whatever a payment is for, the desk says what and whose it is: of what the SQL of read-subjects.ts reads no compiler knows.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentPurposes } from '#lib/contract/payments/constants.ts'
import { now } from '#lib/core/clock.ts'
import { closeDb, db } from '#lib/core/db.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import { closeRedis } from '#lib/core/redis.ts'
import type { PaymentPurpose } from '#lib/domain/payments/schema.ts'
import { readSubjects } from '#lib/domain/reconciliation/read-subjects.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'

let video: Awaited<ReturnType<typeof addVideo>>
beforeAll(async () => {
  video = await addVideo(await openMonth())
})
afterAll(() => Promise.all([closeDb(), closeRedis()]))

/** Writes what a payment of each purpose buys. */
const buy: Readonly<Record<PaymentPurpose, (intentId: string) => Promise<unknown>>> = {
  gift: (id) =>
    db().query(
      `INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id,
          device_fingerprint, created_at)
        SELECT $1, v.id, v.challenge_id, 1, 1, 1, '254711000001', 's', 'd', $3 FROM video v WHERE v.id = $2`,
      [id, video.id, now()],
    ),
  subscription: (id) =>
    db().query(
      `WITH opened AS (INSERT INTO subscription (challenge_id, dancer_id, amount)
          SELECT challenge_id, $3, 5000 FROM video WHERE id = $2 RETURNING id)
        INSERT INTO subscription_payment (intent_id, subscription_id, is_launch, created_at) SELECT $1, id, false, $4 FROM opened`,
      [id, video.id, video.dancerId, now()],
    ),
  topup: (id) =>
    db().query(`INSERT INTO topup (intent_id, owner_id, account_id) VALUES ($1, $2, 1)`, [
      id,
      video.dancerId,
    ]),
}

test.each(paymentPurposes)('a payment of the purpose %s has its subject and its person', async (purpose) => {
  const id = newId()
  await db().query(
    `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference)
      VALUES ($1, $2::payment_purpose, 'review', 5000, '254711000001', $3)`,
    [id, purpose, newSpokenCode(9)],
  )
  await buy[purpose](id)
  const [subject] = await readSubjects(db(), [{ kind: 'payment', id }])
  expect(subject).toMatchObject({
    about: expect.stringMatching(/./),
    people: expect.arrayContaining([video.dancerId]),
  })
})
