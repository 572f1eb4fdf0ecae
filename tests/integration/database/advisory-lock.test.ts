// The lock under which one turn of a job runs in all workers.
import { afterAll, expect, test } from 'vitest'
import { runUnlessRunning } from '#lib/core/advisory-lock.ts'
import { closeDb } from '#lib/core/db.ts'
import { asOwner } from '#tests/support/owner.ts'
import { until } from '#tests/support/until.ts'

afterAll(closeDb)

/** Takes a lock, whose work ends when it is told to. */
function hold(name: string, life?: { every: number; silence: number }) {
  const [began, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const turn = runUnlessRunning(
    name,
    () => {
      began.resolve()
      return ended.promise
    },
    life,
  )
  return { began: began.promise, end: ended.resolve, turn }
}

const isFree = (name: string) => runUnlessRunning(name, async () => undefined)

test('while it is held nobody else has it, and the work that ends gives it back', async () => {
  const held = hold('a turn')
  await held.began
  expect(await isFree('a turn')).toBe(false)
  expect(await isFree('another turn')).toBe(true)
  held.end()
  expect(await held.turn).toBe(true)
  expect(await isFree('a turn')).toBe(true)
})

test('a worker that says nothing any more loses it, as one whose machine has lost its power', async () => {
  const held = hold('of a dead worker', { every: 60_000, silence: 200 })
  const lost = expect(held.turn).rejects.toThrow()
  try {
    await held.began
    await until('another may take it', () => isFree('of a dead worker'), 10)
  } finally {
    held.end()
  }
  await lost
})

test('a worker that lives keeps it, however long its turn is', async () => {
  const held = hold('of a slow turn', { every: 50, silence: 2_000 })
  try {
    await held.began
    const longer = `SELECT 1 FROM pg_stat_activity JOIN pg_locks USING (pid)
      WHERE locktype = 'advisory' AND granted AND datname = current_database() AND now() - xact_start > interval '3 seconds'`
    await asOwner((owner) =>
      until('it is held for longer than that', async () => (await owner.query(longer)).rowCount === 1, 20),
    )
    expect(await isFree('of a slow turn')).toBe(false)
  } finally {
    held.end()
  }
  expect(await held.turn).toBe(true)
})
