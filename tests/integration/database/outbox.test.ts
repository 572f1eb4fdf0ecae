import { afterEach, expect, test } from 'vitest'
import { db } from '#lib/core/db.ts'
import { relayOutbox } from '#lib/core/outbox.ts'
import { queue } from '#lib/core/queue.ts'

/** Puts a job into the outbox as a process that ended before it could send it. @returns the row's id */
async function leave(target: string): Promise<string> {
  const {
    rows: [row],
  } = await db().query<{ id: bigint }>(
    `INSERT INTO outbox (kind, target, name, payload) VALUES ('job', $1, 'nothing', '{"data":{},"attempts":1}')
      RETURNING id`,
    [target],
  )
  return String(row?.id)
}

async function waiting(): Promise<string[]> {
  const { rows } = await db().query<{ id: bigint }>('SELECT id FROM outbox ORDER BY id')
  return rows.map(({ id }) => String(id))
}

afterEach(() => db().query(`DELETE FROM outbox WHERE name = 'nothing'`))

test('a row of a release that has another queue waits, and keeps none of the others', async () => {
  await relayOutbox()
  const [unknown, known] = [await leave('queue-of-a-later-release'), await leave('dead-letter')]
  expect(await relayOutbox()).toBe(1)
  expect(await waiting()).toEqual([unknown])
  expect(await queue('dead-letter').getJob(`outbox-${known}`)).toBeDefined()
})

test('jobs are sent before the events that piled up, and all of them at once', async () => {
  await relayOutbox()
  await db().query(
    `INSERT INTO outbox (kind, target, name, payload) SELECT 'event', 'nobody', 'nothing', '{}' FROM generate_series(1, 25)`,
  )
  const known = await leave('dead-letter')
  expect(await relayOutbox(10)).toBe(26)
  expect(await waiting()).toEqual([])
  expect(await queue('dead-letter').getJob(`outbox-${known}`)).toBeDefined()
})

test('more rows of a later release than are sent at once keep no job waiting', async () => {
  await relayOutbox()
  const unknown = [await leave('queue-of-a-later-release'), await leave('queue-of-a-later-release')]
  const known = await leave('dead-letter')
  expect(await relayOutbox(2)).toBe(1)
  expect(await waiting()).toEqual(unknown)
  expect(await queue('dead-letter').getJob(`outbox-${known}`)).toBeDefined()
})
