// More dancers than launch slots, all at once, while some payments fail (docs/money.md, Faults).
import { expect, test } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { askForSubscription } from '#lib/domain/subscriptions/commands.ts'
import { addPerson } from '#tests/support/contest.ts'
import { addTracks } from '#tests/support/dancers.ts'
import { changeMonth } from '#tests/support/feed.ts'
import { newPhone, setUpMoney, untilState } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney()

const SLOTS = 100
const LAUNCH = 5_000n
const FULL = 100_000n

async function newDancers(count: number): Promise<{ id: string; phone: string }[]> {
  const dancers = []
  for (let n = 0; n < count; n++) dancers.push({ id: await addPerson('dancer'), phone: newPhone() })
  await db().query(`UPDATE profile SET kyc_status = 'approved' WHERE user_id = ANY($1)`, [
    dancers.map(({ id }) => id),
  ])
  return dancers
}

/** All press Subscribe at the same moment. @returns what each is asked to pay, in the order of the dancers */
function joinAtOnce(dancers: readonly { id: string; phone: string }[]) {
  return Promise.all(
    dancers.map(({ id, phone }) =>
      askForSubscription({ challengeId: money.month.id, dancerId: id, phone, isRetry: false }),
    ),
  )
}

async function launchFeesPaid(): Promise<number> {
  const paid = await rows(
    db(),
    `SELECT 1 FROM subscription WHERE is_launch AND status = 'paid' AND amount = $1`,
    [LAUNCH],
  )
  return paid.length
}

test('101 dancers race for 100 launch slots while some fail: a hundred pay KES 50, nobody else', async () => {
  await addTracks(6)
  await changeMonth(money.month, { launch_slots: SLOTS })
  const dancers = await newDancers(SLOTS + 1)
  const failing = dancers.filter((_, n) => n % 9 === 4)
  for (const { phone } of failing) money.mpesa.setNext({ phone, outcome: 'cancelled' })

  const asked = await joinAtOnce(dancers)
  expect(asked.filter(({ amount }) => amount === LAUNCH)).toHaveLength(SLOTS)
  expect(asked.filter(({ amount }) => amount === FULL)).toHaveLength(1)
  for (const { intentId } of asked) await untilState(intentId, 'credited', 'declined')

  // Those who cancelled gave their slots back: as many others get them, however many ask.
  const failed = asked.filter((_, n) => n % 9 === 4)
  const free = failed.filter(({ amount }) => amount === LAUNCH).length
  expect(await launchFeesPaid()).toBe(SLOTS - free)
  const late = await newDancers(free + 8)
  const again = await joinAtOnce(late)
  expect(again.filter(({ amount }) => amount === LAUNCH)).toHaveLength(free)
  for (const { intentId } of again) await untilState(intentId, 'credited')
  expect(await launchFeesPaid()).toBe(SLOTS)

  const last = await newDancers(3)
  expect((await joinAtOnce(last)).map(({ amount }) => amount)).toEqual([FULL, FULL, FULL])
  await until(
    'everybody who paid has three tracks',
    async () => {
      const short = await rows(
        db(),
        `SELECT 1 FROM subscription s WHERE s.status = 'paid'
        AND (SELECT count(*) FROM track_assignment a WHERE a.dancer_id = s.dancer_id) <> 3`,
      )
      return short.length === 0
    },
    40,
  )
})

test('a dancer who presses Subscribe in ten places at once is asked once', async () => {
  const [dancer] = await newDancers(1)
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () =>
      askForSubscription({
        challengeId: money.month.id,
        dancerId: dancer?.id ?? newId(),
        phone: newPhone(),
        isRetry: true,
      }),
    ),
  )
  const taken = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(taken).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409 })
  await untilState(taken[0]?.intentId ?? '', 'credited')
})
