// More people pay than M-Pesa takes prompts in a second: they wait in a queue, are told how long, and above that are told of
// the Paybill number at once. Nobody is refused by M-Pesa for our haste.
import { expect, test, vi } from 'vitest'
import { db, rows } from '#lib/core/db.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { isPromptQueueFull, lookAtPromptQueue } from '#lib/domain/payments/prompt-limits.ts'
import { withdrawPrompt } from '#lib/domain/payments/withdraw-prompt.ts'
import { newPhone, orderGift, setUpMoney, untilState, viewGift } from '#tests/support/money.ts'
import { until } from '#tests/support/until.ts'
import { startConsumers } from '#workers/consume.ts'

// Before the product reads its environment.
const RATE = vi.hoisted(() => {
  process.env.MPESA_PROMPTS_PER_SECOND = '2'
  return 2
})
const LONGEST_WAIT = 45

const money = setUpMoney({ worker: 'none' })
const prompts = () => money.mpesa.requests('/mpesa/stkpush/v1/processrequest')

test('whoever waits is told how long, and above the longest wait of the Paybill number', async () => {
  const video = await money.video()
  const last = (await orderMany(video.id, 40)).at(-1)
  await until('the queue is seen', async () => (await viewGift(String(last))).wait_seconds !== null)
  const queued = await orderGift(video, newPhone())
  expect(queued).toMatchObject({
    status: 202,
    json: {
      payment_required: false,
      payment_url: `/pay/${queued.json.gift_id}`,
      message: expect.stringMatching(
        /^Many people are paying right now\. The prompt comes to your phone in about \d+ seconds\.$/,
      ),
    },
  })
  const id = String(queued.json.gift_id)
  const view = await until('its place is known', async () => {
    const seen = await viewGift(id)
    return seen.wait_seconds === 40 / RATE && seen
  })
  expect(view).toMatchObject({
    status: 'pending',
    failure: null,
    prompt: 'none',
    prompt_open: false,
    message: 'Many people are paying right now. The prompt comes to your phone in about 20 seconds.',
    paybill: { business_number: expect.any(String) },
  })

  await orderMany(video.id, RATE * LONGEST_WAIT - 41)
  const phone = newPhone()
  const busy = await orderGift(video, phone)
  expect(busy).toMatchObject({
    status: 202,
    json: {
      payment_required: true,
      message:
        'Too many people are paying right now, so we did not send a prompt. You can pay by Paybill instead.',
    },
  })
  expect(await viewGift(String(busy.json.gift_id))).toMatchObject({
    failure: 'busy',
    can_retry_prompt: true,
    wait_seconds: null,
    paybill: { account_number: expect.any(String) },
  })
  await takeBack()
  expect(await viewGift(id)).toMatchObject({ failure: 'busy', wait_seconds: null })
})

test('prompts are sent in the order of their payments, and no faster than M-Pesa takes them', async () => {
  const video = await money.video()
  await until('the queue is seen to be empty', async () => {
    await lookAtPromptQueue()
    return !isPromptQueueFull()
  })
  const before = prompts().length
  const ids = await orderMany(video.id, 8)
  const begun = performance.now()
  const endWork = startConsumers()
  try {
    for (const id of ids) await untilState(id, 'credited')
  } finally {
    await endWork()
  }
  // However quick or slow this machine is: eight at two a second are never done before three seconds are over.
  expect(performance.now() - begun).toBeGreaterThan(((ids.length - RATE) / RATE) * 1_000)
  const sent = prompts().slice(before)
  expect(sent.map(({ status }) => status)).toEqual(ids.map(() => 200))
})

/** Gifts whose prompts wait, as the web orders them. @returns their ids */
async function orderMany(videoId: string, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const phone = newPhone()
    const order = { videoId, voteCount: 1, phone, sessionId: `session-of-${phone}` }
    const { id, withoutPrompt } = await createGift({ ...order, deviceFingerprint: 'fingerprint-1' })
    expect(withoutPrompt).toBeNull()
    ids.push(id)
  }
  return ids
}

async function takeBack(): Promise<void> {
  const waiting = await rows<{ id: string }>(db(), `SELECT id FROM payment_intent WHERE state = 'created'`)
  for (const { id } of waiting) await withdrawPrompt(id)
}
