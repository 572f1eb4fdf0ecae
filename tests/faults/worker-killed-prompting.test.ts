// The worker is killed (SIGKILL) while it sends a prompt: no payer is prompted twice, and each payment of a
// prompt counts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { createGift, retryGiftPrompt } from '#lib/domain/gifts/commands.ts'
import { giftInvariants } from '#lib/domain/gifts/invariants.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { votesOf } from '#tests/support/contest.ts'
import {
  createKillableWorker,
  deadlyOf,
  type KillableWorker,
  stepsOf,
} from '#tests/support/killable-worker.ts'
import { askAboutDuePayments, intentOf, newPhone, setUpMoney, untilState } from '#tests/support/money.ts'
import type { Step } from '#tests/support/statements.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney({ worker: 'none', settings: { autoAccept: false } })

let worker: KillableWorker
let recorded: Step[] = []
beforeAll(async () => {
  worker = await createKillableWorker()
  await worker.start()
  recorded = await worker.record(async () => {
    const { id, phone } = await orderUnwaited()
    await untilState(id, 'awaiting')
    money.mpesa.answer({ phone, answer: 'cancel' })
    await untilState(id, 'declined')
  })
})
afterAll(() => worker.end())

async function orderUnwaited() {
  const [video, phone] = [await money.video(), newPhone()]
  const gift = {
    videoId: video.id,
    voteCount: 1,
    phone,
    sessionId: `session-of-${phone}`,
    deviceFingerprint: 'fingerprint-1',
  }
  return { video, phone, ...(await createGift(gift)) }
}

/** The worker dies before `step` of sending a prompt; five minutes later another one starts. */
async function dieAt(step: Step) {
  const gift = await orderUnwaitedWhile(worker.killAt(step))
  expect(await brokenInvariants(db(), [...ledgerInvariants, ...giftInvariants]), step.text).toEqual([])
  await db().query(
    `UPDATE payment_intent SET created_at = created_at - interval '5 minutes', submitted_at = submitted_at - interval '5 minutes'
      WHERE id = $1`,
    [gift.id],
  )
  await worker.start()
  return gift
}

async function orderUnwaitedWhile(dead: Promise<void>) {
  const gift = await orderUnwaited()
  await dead
  return gift
}

test('killed at the start, in the middle and at the end, before the prompt is sent: nothing is sent, and it can be sent again', {
  timeout: 180_000,
}, async () => {
  const steps = stepsOf('take-prompt', recorded)
  expect(steps.map(({ text }) => text.split(' ')[0]?.toUpperCase())).toEqual([
    'SELECT',
    'UPDATE',
    'INSERT',
    'COMMIT',
  ])
  for (const step of deadlyOf(steps)) {
    const { id, phone, video } = await dieAt(step)
    await untilState(id, 'rejected')
    expect(money.promptsTo(phone), step.text).toEqual([])
    await retryGiftPrompt(id)
    await untilState(id, 'awaiting')
    money.mpesa.answer({ phone, answer: 'pin' })
    await untilState(id, 'credited')
    expect(money.promptsTo(phone), step.text).toHaveLength(1)
    expect(await votesOf(video)).toBe(1)
  }
})

test('killed at the start, in the middle and at the end, after the prompt is sent: it stays in doubt until the payer’s answer counts', {
  timeout: 180_000,
}, async () => {
  const steps = stepsOf('note-answer', recorded)
  expect(steps.map(({ text }) => text.split(' ')[0]?.toUpperCase())).toEqual([
    'SELECT',
    'UPDATE',
    'UPDATE',
    'UPDATE',
    'INSERT',
    'COMMIT',
  ])
  for (const step of deadlyOf(steps)) {
    const { id, phone, video } = await dieAt(step)
    await untilState(id, 'submit_unknown')
    expect(await intentOf(id)).toMatchObject({ checkout_request_id: null, result_code: 'abandoned' })
    expect(money.mpesa.answer({ phone, answer: 'pin' }), step.text).toBe(true)
    // The prompt that the callback names is not known to be this gift's until M-Pesa was asked about it.
    await until('a query has confirmed it', async () => {
      await askAboutDuePayments()
      return (await intentOf(id)).state === 'credited'
    })
    expect(money.promptsTo(phone), step.text).toHaveLength(1)
    expect(await votesOf(video)).toBe(1)
  }
})
