// The worker is killed (SIGKILL) during settlement: no payment is counted half, twice or never.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { giftInvariants } from '#lib/domain/gifts/invariants.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { wakeSettlement } from '#lib/domain/payments/inbox.ts'
import { votesOf } from '#tests/support/contest.ts'
import {
  createKillableWorker,
  deadlyOf,
  type KillableWorker,
  stepsOf,
} from '#tests/support/killable-worker.ts'
import { intentOf, newPhone, setUpMoney, untilState } from '#tests/support/money.ts'
import type { Step } from '#tests/support/statements.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney({ worker: 'none', settings: { autoAccept: false } })

let worker: KillableWorker
const ways = ['prompt', 'Paybill'] as const
const recorded = new Map<(typeof ways)[number], Step[]>()
beforeAll(async () => {
  worker = await createKillableWorker()
  await worker.start()
  for (const way of ways) {
    const steps = await worker.record(async () => {
      const { ids, pay } = await promptThree()
      await pay(way)
      for (const id of ids) await untilState(id, 'credited')
    })
    recorded.set(way, steps)
  }
})
afterAll(() => worker.end())

const accountOf = async (id = '') => (await intentOf(id)).account_reference

/** Three gifts for one video, their prompts open on the handsets. */
async function promptThree() {
  const [video, phones] = [await money.video(), [newPhone(), newPhone(), newPhone()]]
  const ids: string[] = []
  for (const phone of phones) {
    const gift = {
      videoId: video.id,
      voteCount: 1,
      phone,
      sessionId: `session-of-${phone}`,
      deviceFingerprint: 'fingerprint-1',
    }
    ids.push((await createGift(gift)).id)
  }
  for (const id of ids) await untilState(id, 'awaiting')
  /** By their prompts, whose callbacks name their payments; or by Paybill, whose payments have to be found first. */
  const pay = (way: (typeof ways)[number]) =>
    Promise.all(
      phones.map(async (phone, place) =>
        way === 'prompt'
          ? money.mpesa.answer({ phone, answer: 'pin' })
          : money.mpesa.payPaybill({ phone, amountCents: 5_000n, account: await accountOf(ids[place]) }),
      ),
    )
  return { video, phones, ids, pay }
}

const works = [
  { work: 'settle', way: 'prompt', steps: 8 },
  { work: 'forget-sent', way: 'prompt', steps: 1 },
  { work: 'settle', way: 'Paybill', steps: 8 },
  { work: 'relay', way: 'prompt', steps: 2 },
] as const

test.each(works)(
  'killed at the start, in the middle and at the end of: $work, paid by $way',
  { timeout: 300_000 },
  async ({ work, way, steps: atLeast }) => {
    const steps = stepsOf(work, recorded.get(way) ?? [])
    expect(steps.length).toBeGreaterThanOrEqual(atLeast)
    if (steps.length > 1) expect(steps.at(-1)?.text).toBe('COMMIT')
    for (const step of deadlyOf(steps)) {
      const { video, phones, ids, pay } = await promptThree()
      const dead = worker.killAt(step)
      await Promise.all([pay(way), dead])
      expect(await brokenInvariants(db(), [...ledgerInvariants, ...giftInvariants]), step.text).toEqual([])
      await worker.start()
      // Its sweep would find them too, ten seconds later.
      if (work === 'settle') wakeSettlement()
      for (const id of ids) await untilState(id, 'credited')
      expect(await votesOf(video), step.text).toBe(3)
      for (const phone of phones) expect(money.promptsTo(phone), step.text).toHaveLength(1)
      await until(
        'the outbox is sent',
        async () => (await db().query('SELECT 1 FROM outbox')).rows.length === 0,
      )
    }
  },
)
