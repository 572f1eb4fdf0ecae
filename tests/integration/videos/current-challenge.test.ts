import { afterEach, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { db } from '#lib/core/db.ts'
import { RuleError } from '#lib/core/errors.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import { findCurrentChallenge, getCurrentChallenge } from '#lib/domain/challenges/queries.ts'
import { readRules } from '#lib/web/pages/rules-content.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'
import { changeMonth } from '#tests/support/feed.ts'

afterEach(() => db().query(`UPDATE challenge SET phase = 'closed'`))

test('between months there is none', async () => {
  await expect(getCurrentChallenge()).rejects.toThrow(RuleError)
  await expect(getCurrentChallenge()).rejects.toMatchObject({ code: 'no_challenge', status: 404 })
  expect(await findCurrentChallenge()).toBeUndefined()
})

test('the rules name the dates of the month itself, which the settings no longer make', async () => {
  expect(await readRules()).toMatchObject({ votingFrom: 8, submissionsTo: 24, month: null })
  const month = await openMonth()
  const voting_starts_at = new Date('2030-01-10T21:00:00.000Z')
  const submissions_end_at = new Date('2030-01-20T21:00:00.000Z')
  await changeMonth(month, {
    voting_starts_at,
    submissions_end_at,
    ends_at: new Date('2030-01-31T21:00:00.000Z'),
  })
  expect((await readRules()).month).toMatchObject({
    votingStartsAt: voting_starts_at.toISOString(),
    submissionsEndAt: submissions_end_at.toISOString(),
  })
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
  expect(await findCurrentChallenge()).toBeUndefined()
})

test('the launch fee holds while slots are left, those reserved in the last ten minutes among the taken', async () => {
  const past = await openMonth()
  const month = await openMonth()
  await changeMonth(past, { phase: 'closed' })
  await changeMonth(month, { launch_slots: 3 })
  const subscribe = async (status: string, isLaunch = true, of = month) => {
    const [id, { dancerId }] = [newId(), await addVideo(of)]
    await db().query(
      `INSERT INTO subscription (id, challenge_id, dancer_id, status, amount, is_launch)
        VALUES ($1, $2, $3, $4::subscription_status, 5000, $5)`,
      [id, of.id, dancerId, status, isLaunch],
    )
    return id
  }
  const prompt = async (secondsAgo: number, state: string, isLaunch = true) => {
    const [id, subscriptionId] = [newId(), await subscribe('pending', isLaunch)]
    await db().query(
      `INSERT INTO payment_intent (id, purpose, state, amount, phone, account_reference)
        VALUES ($1, 'subscription', $2::payment_state, 5000, '', $3)`,
      [id, state, newSpokenCode(10)],
    )
    await db().query(
      'INSERT INTO subscription_payment (intent_id, subscription_id, is_launch, created_at) VALUES ($1, $2, $3, $4)',
      [id, subscriptionId, isLaunch, addSeconds(now(), -secondsAgo)],
    )
  }
  expect(await getCurrentChallenge()).toMatchObject({ subscription_fee: 50, launch_slots_left: 3 })
  await subscribe('paid', true, past)
  await prompt(590, 'verifying')
  await prompt(610, 'verifying')
  await prompt(10, 'declined')
  await prompt(10, 'awaiting', false)
  await subscribe('paid', false)
  expect(await getCurrentChallenge()).toMatchObject({ is_launch_offer: true, launch_slots_left: 1 })
  await prompt(10, 'rejected')
  expect(await getCurrentChallenge()).toMatchObject({
    subscription_fee: 1_000,
    is_launch_offer: false,
    launch_slots_left: 0,
    prize_per_winner: 5_000,
    winners: 5,
  })
})
