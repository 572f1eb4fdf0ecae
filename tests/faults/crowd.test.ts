// Five hundred people vote for one dancer at once, while somebody takes the same locks the other way round.
import { beforeAll, expect, test } from 'vitest'
import { db, firstRow } from '#lib/core/db.ts'
import { queue } from '#lib/core/queue.ts'
import { votesOf, walletOf } from '#tests/support/contest.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { asOwner, holdsUp } from '#tests/support/owner.ts'
import { newPhones, orderUnwaited } from '#tests/support/payers.ts'
import { until } from '#tests/support/until.ts'

// Who waits for a lock looks for a deadlock once, after this long, and gives way. Before the product connects.
beforeAll(() =>
  asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name')
    await owner.query(`ALTER DATABASE ${rows[0]?.name} SET deadlock_timeout = '600ms'`)
  }),
)
const money = setUpMoney()

const CROWD = 500
const DEADLOCKS = 4

test('500 votes at once for one dancer, with deadlocks: each counts once', { timeout: 180_000 }, async () => {
  const video = await money.video()
  const phones = newPhones(CROWD)
  const injecting = injectDeadlocks(video)
  await Promise.all(phones.map((phone) => orderUnwaited(video, phone)))
  await until('all are counted', async () => (await votesOf(video)) === CROWD, 50)
  await injecting
  expect(await walletOf(video.dancerId)).toBe(BigInt(CROWD) * 1_500n)
  expect(await walletOf(video.musicianId)).toBe(BigInt(CROWD) * 1_500n)
  const row = await firstRow<{ count: number }>(
    db(),
    `SELECT count(*)::int FROM payment_intent i JOIN gift g ON g.intent_id = i.id WHERE g.video_id = $1 AND i.state = 'credited'`,
    [video.id],
  )
  expect(row?.count).toBe(CROWD)
  for (const phone of phones) expect(money.promptsTo(phone)).toHaveLength(1)
  // Who gave way tried again at once: no settlement failed and waited for a sweep.
  const dead = (await queue('dead-letter').getWaiting()).map(({ data }) => data)
  expect(dead.filter((deadLetter) => deadLetter.queue === 'settlement')).toEqual([])
  const deadlocks = await until('the deadlocks are reported', async () => {
    const found = await firstRow<{ deadlocks: bigint }>(
      db(),
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    )
    return found && found.deadlocks >= BigInt(DEADLOCKS) && found.deadlocks
  })
  expect(Number(deadlocks)).toBeGreaterThanOrEqual(DEADLOCKS)
})

/** Settlement locks accounts and then videos. This takes the video, and once a settlement waits for it, the account. */
function injectDeadlocks(video: { id: string; dancerId: string }): Promise<void> {
  return asOwner(async (owner) => {
    await owner.query(`SET deadlock_timeout = '3s'`)
    for (let made = 0; made < DEADLOCKS; ) {
      await owner.query('BEGIN')
      await owner.query('SELECT 1 FROM video WHERE id = $1 FOR NO KEY UPDATE', [video.id])
      await until('a settlement waits for the video', () => holdsUp(owner), 50)
      // Too late for the settlement's one look, this side finds the deadlock and gives way: then it does not count.
      const gaveWay = await owner
        .query('SELECT 1 FROM account WHERE owner_id = $1 FOR NO KEY UPDATE', [video.dancerId])
        .then(
          () => false,
          () => true,
        )
      await owner.query('ROLLBACK')
      if (!gaveWay) made++
    }
  })
}
