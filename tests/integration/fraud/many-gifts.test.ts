// What Postgres counts of many gifts, and how little of them it hands over.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addSeconds, nairobiDayStart, now } from '#lib/core/clock.ts'
import { closeDb, db, firstRow } from '#lib/core/db.ts'
import {
  burstClusters,
  deviceClusters,
  EVIDENCE,
  networkClusters,
  ownPhoneGifts,
  phoneClusters,
} from '#lib/domain/fraud/clusters.ts'
import { findSignals } from '#lib/domain/fraud/find-signals.ts'
import { busiestTenMinutes } from '#tests/support/busiest-ten-minutes.ts'
import { type Month, openMonth } from '#tests/support/contest.ts'
import { addGift, addGifts, addOpenVideo, type GivenTo, unusedPhone } from '#tests/support/strange-gifts.ts'

let month: Month
let video: GivenTo
beforeAll(async () => {
  month = await openMonth()
})
beforeEach(async () => {
  video = await addOpenVideo(month)
})
afterAll(closeDb)

const since = () => nairobiDayStart(addSeconds(now(), -86_400))
/** The one cluster of this video that a search has found. */
async function only(found: ReturnType<typeof phoneClusters>) {
  const own = (await found).filter(({ videoId }) => videoId === video.id)
  expect(own).toHaveLength(1)
  return own[0]
}

test('of a group all gifts are counted, and the newest two hundred are kept as evidence', async () => {
  const phone = unusedPhone()
  const ids = await addGifts(video, EVIDENCE + 5, (n) => ({
    phone: n > 0 ? phone : unusedPhone(),
    session: 'one',
    address: '105.160.7.7',
    agoSeconds: (EVIDENCE + 5 - n) / 1_000,
  }))
  const newest = ids.toReversed().slice(0, EVIDENCE)
  const expected = { gifts: EVIDENCE + 5, votes: EVIDENCE + 5, giftIds: newest }
  expect(await only(deviceClusters(db(), since()))).toMatchObject(expected)
  expect(await only(burstClusters(db(), since(), now()))).toMatchObject(expected)
  expect(await only(phoneClusters(db(), since()))).toMatchObject({
    ...expected,
    gifts: EVIDENCE + 4,
    votes: EVIDENCE + 4,
  })
  await findSignals({ days: 2 })
  expect(
    await firstRow(
      db(),
      `SELECT gifts, votes, cardinality(gift_ids) AS kept FROM fraud_signal WHERE video_id = $1 AND kind = 'phone'`,
      [video.id],
    ),
  ).toEqual({ gifts: EVIDENCE + 4, votes: EVIDENCE + 4, kept: EVIDENCE })
})

test('ten minutes end before the millisecond that ends them', async () => {
  const fan = unusedPhone()
  const ago = [0, 0, 0.001, 300, 599.999, 600, 600.001, 900, 900, 1_199.998, 1_199.999]
  await addGifts(video, ago.length, (n) => ({ phone: fan, agoSeconds: ago[n] ?? 0 }))
  const found = await only(phoneClusters(db(), since()))
  expect(found?.facts.giftsInTenMinutes).toBe(busiestTenMinutes(ago.map((seconds) => -seconds * 1_000)))
  expect(found?.facts.giftsInTenMinutes).toBe(6)
})

test('of a network the phones are counted once, and those of its commonest model', async () => {
  const phones = Array.from({ length: 9 }, unusedPhone)
  // Each phone gives twice: five phones of one model, two of another, and two that have had both.
  const models = [['a'], ['a'], ['a'], ['a'], ['a'], ['b'], ['b'], ['a', 'b'], ['b', 'a']]
  await addGifts(video, phones.length * 2, (n) => {
    const [at, of] = [n % phones.length, models[n % phones.length] ?? []]
    return {
      phone: phones[at] ?? '',
      model: of[Math.floor(n / phones.length) % of.length] ?? '',
      address: '105.160.9.9',
    }
  })
  expect(await only(networkClusters(db(), since()))).toMatchObject({
    facts: { phonesOfNetwork: 9, phonesOfModel: 7 },
  })
})

test('an id says nothing of when a gift was ordered: the lowest is found, and one from long ago is not', async () => {
  const fan = unusedPhone()
  const low = (n: number) => `00000000-0000-8000-8000-${fan.slice(-5)}${String(n).padStart(7, '0')}`
  await addGifts(video, 5, (n) => ({ phone: fan, id: low(n) }))
  expect(await only(phoneClusters(db(), since()))).toMatchObject({ gifts: 5 })

  const own = unusedPhone()
  await db().query('UPDATE app_user SET phone_number = $2 WHERE id = $1', [video.dancerId, own])
  const found = async () => {
    const all = await ownPhoneGifts(db(), since())
    return all.filter(({ videoId }) => videoId === video.id).map(({ subject }) => subject)
  }
  const recent = await addGift(video, { phone: own, id: low(5) })
  await addGift(video, { phone: own, agoSeconds: 30 * 86_400 })
  // Claimed today, and paid long ago.
  const claimed = await addGift(video, { phone: own, agoSeconds: 20 * 86_400, orderedAt: now() })
  expect((await found()).sort()).toEqual([recent, claimed].sort())
})
