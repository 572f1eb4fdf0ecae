import { expect } from 'vitest'
import { db, firstRow } from '#lib/core/db.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { sweepOnce } from '#workers/sweep.ts'
import { votesOf } from './contest.ts'
import { type Money, newPhone, pullStatement } from './money.ts'
import { until } from './until.ts'

export const newPhones = (count: number) => Array.from({ length: count }, newPhone)

/** Orders a gift without the route, which would wait for the service that the test took away. */
export function orderUnwaited(video: { id: string }, phone: string, voteCount = 1) {
  return createGift({
    videoId: video.id,
    voteCount,
    phone,
    sessionId: `session-of-${phone}`,
    deviceFingerprint: 'fingerprint-1',
  })
}

export const countPrompted = (money: Money, phones: readonly string[]) =>
  phones.filter((phone) => money.promptsTo(phone).length > 0).length

export const countPaid = (money: Money, phones: readonly string[]) =>
  phones.filter((phone) => money.paymentsOf(phone).length > 0).length

/** Waits until the sweep and M-Pesa's statement have counted all paid votes. */
export async function untilPaidCounted(money: Money, video: { id: string }, phones: readonly string[]) {
  await money.passTime(120)
  await until('every payment is counted', async () => {
    await sweepOnce()
    await pullStatement()
    return (await votesOf(video)) === countPaid(money, phones)
  })
}

export function expectNobodyPromptedTwice(money: Money, phones: readonly string[]): void {
  for (const phone of phones) expect(money.promptsTo(phone).length).toBeLessThanOrEqual(1)
}

/**
 * Waits until every order is decided, even if Redis lost its job. Expects that paid orders count once, and
 * that nobody gets two prompts.
 */
export async function expectPaidOrTakenBack(
  money: Money,
  { video, phones, ids }: { video: { id: string }; phones: readonly string[]; ids: readonly string[] },
): Promise<void> {
  // An order that no worker prompted is taken back after a minute.
  await money.passTime(70)
  await until('every gift is paid or taken back', async () => {
    await sweepOnce()
    const row = await firstRow<{ open: number }>(
      db(),
      `SELECT count(*)::int AS open FROM payment_intent WHERE id = ANY($1) AND state NOT IN ('credited', 'rejected')`,
      [ids],
    )
    return row?.open === 0
  })
  expect(await votesOf(video)).toBe(countPaid(money, phones))
  expectNobodyPromptedTwice(money, phones)
}
