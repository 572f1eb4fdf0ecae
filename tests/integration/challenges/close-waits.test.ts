// Which payments of a month its close waits for, and for how long.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addSeconds, now, withClock } from '#lib/core/clock.ts'
import { db, firstRow } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { moveMonths } from '#lib/domain/challenges/move-months.ts'
import { postJournals } from '#lib/domain/ledger/commands.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { systemAccount, systemAccounts } from '#lib/domain/ledger/queries.ts'
import { noteStatementRead } from '#lib/domain/payments/statement-read.ts'
import { closeDueMonths } from '#lib/domain/royalties/close-due-months.ts'
import { royaltyInvariants } from '#lib/domain/royalties/invariants.ts'
import { moveByHand } from '#lib/domain/royalties/move-by-hand.ts'
import { listRunningMonths } from '#lib/domain/royalties/running-months.ts'
import { addVideo, type Month, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { changeVideo } from '#tests/support/feed.ts'

const HOUR = 3_600
let month: Month

beforeEach(async () => {
  month = await openMonth(HOUR)
  await noteStatementRead(atEndPlus(HOUR))
})
afterEach(async () => {
  expect(await brokenInvariants(db(), [...ledgerInvariants, ...royaltyInvariants])).toEqual([])
})

const atEndPlus = (seconds: number) => addSeconds(month.endsAt, seconds)
const phaseOf = () =>
  firstRow<{ phase: string }>(db(), 'SELECT phase FROM challenge WHERE id = $1', [month.id])

/** Money that came in: as much revenue as is said, from M-Pesa. */
async function earn(cents: bigint): Promise<void> {
  const accounts = await systemAccounts()
  await postJournals(db(), [
    {
      key: `test:${newId()}`,
      type: 'gift',
      sourceType: 'test',
      sourceId: month.id,
      actor: 'test',
      occurredAt: now(),
      entries: [
        { accountId: systemAccount(accounts, 'mpesa_collection'), amount: -cents },
        { accountId: systemAccount(accounts, 'platform_revenue'), amount: cents },
      ],
    },
  ])
}

async function withVotes(votes: number, of: Parameters<typeof addVideo>[1] = {}): Promise<StageVideo> {
  const video = await addVideo(month, of)
  await changeVideo(video, { vote_count: votes })
  return video
}

/** A gift of one vote whose payment is in that state. @returns its id */
async function addGift(
  video: StageVideo,
  state: 'awaiting' | 'review' | 'credited',
  reason?: string,
): Promise<string> {
  const intent = newId()
  await db().query(
    `INSERT INTO payment_intent (id, purpose, state, review_reason, amount, phone, account_reference)
      VALUES ($1, 'gift', $2::payment_state, $3, 5000, '254712345678', $4)`,
    [intent, state, reason ?? null, `T${intent.slice(-11)}`],
  )
  await db().query(
    `INSERT INTO gift (intent_id, video_id, challenge_id, dancer_account_id, musician_account_id, vote_count, phone, session_id, device_fingerprint)
     SELECT $1, $2, $3, d.id, m.id, 1, '254712345678', 'session-1', 'fingerprint' FROM account d, account m WHERE d.owner_id = $4 AND m.owner_id = $5`,
    [intent, video.id, month.id, video.dancerId, video.musicianId],
  )
  return intent
}

/** A gift that waits for people. @param paid how many seconds after the month's end its receipt says; null where none is known */
async function addHeldGift(video: StageVideo, reason: string, paid: number | null): Promise<string> {
  const intent = await addGift(video, 'review', reason)
  if (paid !== null)
    await db().query(
      `INSERT INTO mpesa_receipt (receipt, status, intent_id, amount, source, paid_at) VALUES ($1, 'unmatched', $2, 5000, 'callback', $3)`,
      [`H${intent.slice(-9).toUpperCase()}`, intent, atEndPlus(paid)],
    )
  return intent
}

/** A counted gift that M-Pesa has given back, as its statement says. @returns its id, and its receipt */
async function addReversedGift(video: StageVideo): Promise<{ intent: string; receipt: string }> {
  const intent = await addGift(video, 'credited')
  const receipt = `V${intent.slice(-9).toUpperCase()}`
  await db().query(
    `INSERT INTO mpesa_receipt (receipt, status, intent_id, amount, source, paid_at) VALUES ($1, 'credited', $2, 5000, 'callback', $3)`,
    [receipt, intent, atEndPlus(-60)],
  )
  await db().query(
    `INSERT INTO mpesa_reversal (receipt, payment, amount, account_reference, phone, line, reversed_at)
      VALUES ($1, $2, 5000, '', '', '{}', $3)`,
    [`W${receipt.slice(1)}`, receipt, atEndPlus(60)],
  )
  return { intent, receipt }
}

const closeReversalOf = (receipt: string) =>
  db().query('UPDATE mpesa_reversal SET closed_at = now() WHERE payment = $1', [receipt])

/** The payment is over: other tests' months have nothing to do with it. */
async function end(intent: string): Promise<void> {
  await db().query(`UPDATE payment_intent SET state = 'declined' WHERE id = $1`, [intent])
}

const withdraw = (video: StageVideo, afterEnd: number) =>
  changeVideo(video, {
    status: 'rejected',
    withdrawn_at: atEndPlus(afterEnd),
    withdrawn_because: 'video_withdrawn',
  })

/** The month as its card shows it so many seconds after its end. */
const shownAt = (seconds: number) =>
  withClock(
    () => atEndPlus(seconds),
    async () => (await listRunningMonths(db(), month.id))[0],
  )

describe('the close of a month', () => {
  test('waits for payments that may still come, but not for ever', async () => {
    const video = await withVotes(1)
    await earn(500_000n)
    const intent = await addGift(video, 'awaiting')
    await moveMonths(atEndPlus(0))
    await closeDueMonths(atEndPlus(HOUR))
    expect((await phaseOf())?.phase).toBe('tallying')
    await expect(
      moveByHand({ challengeId: month.id, phase: 'closed', by: { id: newId() }, address: '' }),
    ).rejects.toMatchObject({
      code: 'payments_open',
    })
    await closeDueMonths(atEndPlus(48 * HOUR))
    expect((await phaseOf())?.phase).toBe('closed')
    await end(intent)
  })

  test.each([
    ['held for fraud', { reason: 'fraud_hold', paid: -60, withdrawn: null }],
    ['of whose payment no receipt is known yet', { reason: 'phone_day_limit', paid: null, withdrawn: null }],
    ['paid before its video was withdrawn', { reason: 'video_withdrawn', paid: -60, withdrawn: 0 }],
  ])('waits for a gift that people may still count: %s, but not for ever', async (_, of) => {
    const video = await withVotes(1)
    await earn(500_000n)
    const intent = await addHeldGift(video, of.reason, of.paid)
    if (of.withdrawn !== null) await withdraw(video, of.withdrawn)
    await moveMonths(atEndPlus(0))
    await closeDueMonths(atEndPlus(47 * HOUR))
    expect((await phaseOf())?.phase).toBe('tallying')
    const held = { gifts: 1, waits_until: atEndPlus(48 * HOUR).toISOString() }
    expect(await shownAt(47 * HOUR)).toMatchObject({ held, payments_open: 0 })
    expect(await shownAt(48 * HOUR)).toMatchObject({ held: null })
    await closeDueMonths(atEndPlus(48 * HOUR))
    expect((await phaseOf())?.phase).toBe('closed')
    await end(intent)
  })

  test('waits for two people to decide about a gift that M-Pesa has given back, but not for ever', async () => {
    const video = await withVotes(2)
    await earn(500_000n)
    const { intent, receipt } = await addReversedGift(video)
    await moveMonths(atEndPlus(0))
    await closeDueMonths(atEndPlus(47 * HOUR))
    expect((await phaseOf())?.phase).toBe('tallying')
    const reversed = { gifts: 1, waits_until: atEndPlus(48 * HOUR).toISOString() }
    expect(await shownAt(47 * HOUR)).toMatchObject({ reversed, held: null, payments_open: 0 })
    expect(await shownAt(48 * HOUR)).toMatchObject({ reversed: null })
    await closeDueMonths(atEndPlus(48 * HOUR))
    expect((await phaseOf())?.phase).toBe('closed')
    await closeReversalOf(receipt)
    await end(intent)
  })

  test('waits no longer once two people have decided about it, and for no other month’s', async () => {
    const video = await withVotes(2)
    await earn(500_000n)
    const own = await addReversedGift(video)
    const ours = month
    // It ends long after the months of other tests, and so takes none of the money for their prizes.
    month = await openMonth()
    const other = await addReversedGift(await withVotes(1))
    month = ours
    await moveMonths(atEndPlus(0))
    await closeDueMonths(atEndPlus(HOUR))
    expect((await phaseOf())?.phase).toBe('tallying')
    await closeReversalOf(own.receipt)
    expect(await shownAt(HOUR)).toMatchObject({ reversed: null })
    await closeDueMonths(atEndPlus(HOUR))
    expect((await phaseOf())?.phase).toBe('closed')
    await closeReversalOf(other.receipt)
    for (const { intent } of [own, other]) await end(intent)
  })

  test('waits for no gift that can only be sent back', async () => {
    const video = await withVotes(1)
    const [withdrawn, closed] = [await withVotes(1), await withVotes(1)]
    await earn(1_500_000n)
    await withdraw(withdrawn, -120)
    await db().query('UPDATE app_user SET deleted_at = now() WHERE id = $1', [closed.dancerId])
    const intents = [
      await addHeldGift(video, 'fraud_hold', 0),
      await addHeldGift(video, 'wrong_amount', -60),
      await addHeldGift(video, 'refund_failed', -60),
      await addHeldGift(withdrawn, 'video_withdrawn', -60),
      await addHeldGift(closed, 'fraud_hold', -60),
    ]
    await moveMonths(atEndPlus(0))
    expect(await shownAt(HOUR)).toMatchObject({ held: null })
    await closeDueMonths(atEndPlus(HOUR))
    expect((await phaseOf())?.phase).toBe('closed')
    for (const intent of intents) await end(intent)
  })
})
