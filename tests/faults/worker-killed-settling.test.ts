// The worker killed outright (SIGKILL) before each statement of settlement: no payment is counted half, twice or never.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { createGift } from '#lib/domain/gifts/commands.ts'
import { giftInvariants } from '#lib/domain/gifts/invariants.ts'
import { brokenInvariants, ledgerInvariants } from '#lib/domain/ledger/invariants.ts'
import { votesOf } from '#tests/support/contest.ts'
import { newPhone, setUpMoney, untilState } from '#tests/support/money.ts'
import { createMortalWorker, type MortalWorker, stepsOf } from '#tests/support/mortal-worker.ts'
import type { Step } from '#tests/support/statements.ts'
import { until } from '#tests/support/until.ts'

const money = setUpMoney({ worker: 'none', settings: { autoAccept: false } })

let worker: MortalWorker
let recorded: Step[] = []
beforeAll(async () => {
  worker = await createMortalWorker()
  await worker.start()
  recorded = await worker.record(async () => {
    const { ids, pay } = await promptThree()
    pay()
    for (const id of ids) await untilState(id, 'credited')
  })
})
afterAll(() => worker.end())

/** Three gifts for one video, their prompts open on the handsets. */
async function promptThree() {
  const [video, phones] = [await money.video(), [newPhone(), newPhone(), newPhone()]]
  const ids: string[] = []
  for (const phone of phones) {
    const gift = {
      videoId: video.id,
      voteCount: 1,
      phone,
      sessionId: 'session-of-a-test',
      deviceFingerprint: 'fingerprint-1',
    }
    ids.push((await createGift(gift)).id)
  }
  for (const id of ids) await untilState(id, 'awaiting')
  const pay = () => {
    for (const phone of phones) money.mpesa.answer({ phone, answer: 'pin' })
  }
  return { video, phones, ids, pay }
}

test.each(['settle', 'relay'] as const)(
  'killed in each statement of: %s',
  { timeout: 120_000 },
  async (work) => {
    const steps = stepsOf(work, recorded)
    expect(steps.at(-1)?.text).toBe('COMMIT')
    expect(steps.length).toBeGreaterThanOrEqual(work === 'settle' ? 8 : 2)
    for (const step of steps) {
      const { video, phones, ids, pay } = await promptThree()
      const dead = worker.killAt(step)
      pay()
      await dead
      expect(await brokenInvariants(db(), [...ledgerInvariants, ...giftInvariants]), step.text).toEqual([])
      await worker.start()
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
