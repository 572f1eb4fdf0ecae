import { expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { findCurrentChallenge, getCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'
import { changeMonth } from '#tests/support/feed.ts'

test('between months there is none', async () => {
  await expect(getCurrentChallenge()).rejects.toThrow(RuleError)
  await expect(getCurrentChallenge()).rejects.toMatchObject({ code: 'no_challenge', status: 404 })
  expect(await findCurrentChallenge()).toBeNull()
})

test('it is the newest month that has begun and is not closed', async () => {
  const october = await openMonth()
  const november = await openMonth()
  await changeMonth(october, { phase: 'tallying' })
  expect((await getCurrentChallenge()).id).toBe(november.id)
  await changeMonth(november, {
    starts_at: addSeconds(now(), 3_600),
    voting_starts_at: addSeconds(now(), 7_200),
  })
  expect(await getCurrentChallenge()).toMatchObject({ id: october.id, current_phase: 'tallying' })
  await changeMonth(october, { phase: 'closed' })
  expect(await findCurrentChallenge()).toBeNull()
  await changeMonth(november, { phase: 'closed' })
})

test('the launch fee holds while slots are left, those reserved in the last ten minutes among the taken', async () => {
  const past = await openMonth()
  const month = await openMonth()
  await changeMonth(past, { phase: 'closed' })
  await changeMonth(month, { launch_slots: 3 })
  const subscribe = async (status: string, secondsAgo: number, isLaunch = true, of = month) => {
    const { dancerId } = await addVideo(of)
    await db().query(
      `INSERT INTO subscription (challenge_id, dancer_id, status, amount, is_launch, created_at)
        VALUES ($1, $2, $3::subscription_status, 5000, $4, $5)`,
      [of.id, dancerId, status, isLaunch, addSeconds(now(), -secondsAgo)],
    )
  }
  expect(await getCurrentChallenge()).toMatchObject({ subscription_fee: 50, launch_slots_left: 3 })
  await subscribe('paid', 86_400, true, past)
  await subscribe('pending', 590)
  await subscribe('pending', 610)
  await subscribe('failed', 10)
  await subscribe('paid', 10, false)
  expect(await getCurrentChallenge()).toMatchObject({ is_launch_offer: true, launch_slots_left: 1 })
  await subscribe('paid', 10)
  expect(await getCurrentChallenge()).toMatchObject({
    subscription_fee: 1_000,
    is_launch_offer: false,
    launch_slots_left: 0,
    prize_per_winner: 5_000,
    winners: 5,
  })
})
