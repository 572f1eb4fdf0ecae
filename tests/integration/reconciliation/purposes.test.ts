// Whatever a payment is for, the desk says what and whose it is, and the view of known phones says whether it tells a phone of its
// owner: of what the SQL of read-subjects.ts and of the view reads no compiler knows.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OwnPhoneLink } from '#lib/contract/fraud/calls.ts'
import { paymentPurposes } from '#lib/contract/payments/constants.ts'
import { now } from '#lib/core/clock.ts'
import { closeDb, db } from '#lib/core/db.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { knownPhones } from '#lib/domain/fraud/own-phone.ts'
import type { PaymentPurpose, PaymentState } from '#lib/domain/payments/schema.ts'
import { readSubjects } from '#lib/domain/reconciliation/read-subjects.ts'
import { addVideo, type Month, openMonth } from '#tests/support/contest.ts'

let month: Month
let video: Awaited<ReturnType<typeof addVideo>>
beforeAll(async () => {
  month = await openMonth()
})
beforeEach(async () => {
  video = await addVideo(month)
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

/** A payment with what it buys, from a phone that nothing else has told. */
async function addPayment(purpose: PaymentPurpose, state: PaymentState): Promise<string> {
  const id = newId()
  await db().query(
    `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference)
      VALUES ($1, $2::payment_purpose, $3::payment_state, 5000, '254711000001', $4)`,
    [id, purpose, state, newSpokenCode(9)],
  )
  await buy[purpose](id)
  return id
}

test.each(paymentPurposes)('a payment of the purpose %s has its subject and its person', async (purpose) => {
  const id = await addPayment(purpose, 'review')
  const [subject] = await readSubjects(db(), [{ kind: 'payment', id }])
  expect(subject).toMatchObject({
    about: expect.stringMatching(/./),
    people: expect.arrayContaining([video.dancerId]),
  })
})

/** How a paid phone is known as its owner's own, by purpose. Anybody may pay for a gift, so that its phone is not its dancer's. */
const linkOf: Readonly<Record<PaymentPurpose, OwnPhoneLink | null>> = {
  gift: null,
  subscription: 'subscription',
  topup: 'top_up',
}

test.each(paymentPurposes)('what the phone of a credited %s says of its owner is known', async (purpose) => {
  await addPayment(purpose, 'credited')
  const known = (await knownPhones(db(), [video.dancerId])).get(video.dancerId) ?? []
  const links = known.filter(({ phone }) => phone === '254711000001').map(({ link }) => link)
  expect(links).toEqual(linkOf[purpose] ? [linkOf[purpose]] : [])
})
