// A deployment: the new migrations are applied while the release before still runs, then both run, then the new one alone
// (docs/operations/deploy.md). Whatever one of them begins, the other can finish.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { votesOf } from '#tests/support/contest.ts'
import { intentOf, newPhone, order, receiptOf, setUpMoney, untilState } from '#tests/support/money.ts'
import { checkOutReleaseBefore, type ReleaseBefore } from '#tests/support/release-before.ts'
import { startConsumers } from '#workers/consume.ts'
import { startSweeps } from '#workers/sweep.ts'

const money = setUpMoney({ worker: 'none', settings: { autoAccept: false } })

let before: ReleaseBefore
beforeAll(async () => {
  before = await checkOutReleaseBefore()
})
afterAll(() => before.remove())

type Video = Awaited<ReturnType<typeof money.video>>
type By = (video: Video, phone: string) => string | Promise<string>

const giftOf = (video: Video, phone: string) => ({
  videoId: video.id,
  voteCount: 2,
  phone,
  sessionId: `session-of-${phone}`,
  deviceFingerprint: 'fingerprint-1',
})

const byNew: By = async (video, phone) => (await createGift(giftOf(video, phone))).id
const byNewWeb: By = (video, phone) => order(video, phone, 2)
const byBefore: By = (video, phone) =>
  before.run(`
    import { createGift } from '#lib/domain/gifts/commands.ts'
    import { closeDb } from '#lib/core/db.ts'
    import { closeQueues } from '#lib/core/queue.ts'
    import { closeRedis } from '#lib/core/redis.ts'
    const gift = await createGift(${JSON.stringify(giftOf(video, phone))})
    process.stdout.write(gift.id)
    await closeQueues()
    await closeRedis()
    await closeDb()`)

/** Gifts of two votes for one video, one ordered in each of these ways, their prompts open on the handsets. */
async function prompted(ways: readonly By[]) {
  const video = await money.video()
  const gifts: { id: string; phone: string }[] = []
  for (const way of ways) {
    const phone = newPhone()
    gifts.push({ id: await way(video, phone), phone })
  }
  for (const { id } of gifts) await untilState(id, 'awaiting')
  return { video, gifts }
}

/** They are paid; each is counted once, with its receipt. */
async function expectCounted({ video, gifts }: Awaited<ReturnType<typeof prompted>>) {
  await Promise.all(gifts.map(({ phone }) => money.mpesa.answer({ phone, answer: 'pin' })))
  for (const { id, phone } of gifts) {
    await untilState(id, 'credited')
    const [line] = money.paymentsOf(phone)
    expect(await receiptOf(line?.receipt ?? '')).toMatchObject({ status: 'credited', intent_id: id })
  }
  expect(await votesOf(video)).toBe(gifts.length * 2)
}

test('the release before settles on this one’s database, beside it, and is followed by it', async () => {
  await before.start('worker')
  const alone = await prompted([byBefore, byNew, byNewWeb])
  await expectCounted(alone)
  const leftOver = await prompted([byBefore, byNewWeb])

  const ends = [startConsumers(), startSweeps()]
  try {
    const beside = await prompted([byBefore, byNew, byNewWeb, byBefore, byNew, byNewWeb])
    await expectCounted(beside)

    await before.end('worker')
    await expectCounted(leftOver)
    await expectCounted(await prompted([byBefore, byNewWeb]))
    for (const { id } of leftOver.gifts) expect(await intentOf(id)).toMatchObject({ result_code: '0' })
  } finally {
    await Promise.all(ends.map((end) => end()))
  }
})
