// The socket of who waits for a gift, with real payments behind it: what it says is compared with what the call says.
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { db } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
import { cutEventFeeds, untilListening } from '#tests/support/feed.ts'
import { newPhone, order, setUpMoney, untilState, viewGift } from '#tests/support/money.ts'
import { type Listener, listen, refusal } from './listener.ts'

const money = setUpMoney({ settings: { autoAccept: false } })
let server: RealtimeServer

beforeAll(async () => {
  // A server whose clocks stand still: it looks for nothing that it is not told of.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const starting = startRealtime({ host: '127.0.0.1', port: 0 })
  vi.useRealTimers()
  server = await starting
  await untilListening()
})
afterAll(() => server.close())

/** A gift whose prompt is on the phone. */
async function promptedGift(votes = 1) {
  const [video, phone] = [await money.video(), newPhone()]
  const id = await order(video, phone, votes)
  await untilState(id, 'awaiting')
  const answer = (answer: 'pin' | 'cancel') => money.mpesa.answer({ phone, answer })
  return { id, phone, video, answer }
}

async function listenTo(path: string): Promise<Listener> {
  const reader = await listen(server.port, path)
  onTestFinished(() => reader.socket.terminate())
  return reader
}

const giftsOf = ({ messages }: Listener) =>
  messages.flatMap((message) => (message.type === 'gift_update' ? [message.data] : []))

const watch = ({ socket }: Listener, giftId: string) =>
  socket.send(JSON.stringify({ type: 'watch_gift', gift_id: giftId }))

test('who waits is told at once how a gift stands, then each change, as the call answers it', async () => {
  const { id, answer } = await promptedGift(3)
  const readers = await Promise.all([listenTo(`/ws/gifts/${id}/`), listenTo(`/ws/gifts/${id.toUpperCase()}`)])
  for (const reader of readers) await reader.untilHeard('gift_update')
  expect(giftsOf(readers[0])).toEqual([await viewGift(id)])
  answer('pin')
  await untilState(id, 'credited')
  for (const reader of readers)
    await reader.untilHeard('gift_update', ({ data }) => data.status === 'completed')
  // What may lie between: only that its proof is being read.
  expect(giftsOf(readers[0]).at(0)?.status).toBe('pending')
  expect(giftsOf(readers[0]).at(-1)).toEqual(await viewGift(id))
  expect(giftsOf(readers[1]).at(-1)).toMatchObject({ vote_count: 3, place: { with: 1 } })
})

test('a prompt that was cancelled is told of, and nothing of other gifts', async () => {
  const [one, other] = [await promptedGift(), await promptedGift()]
  const [reader, beside] = [await listenTo(`/ws/gifts/${one.id}/`), await listenTo(`/ws/gifts/${other.id}/`)]
  await beside.untilHeard('gift_update')
  one.answer('cancel')
  const { data } = await reader.untilHeard('gift_update', ({ data }) => data.status === 'failed')
  expect(data).toEqual(await viewGift(one.id))
  expect(data.failure).toBe('cancelled')
  expect(giftsOf(beside)).toHaveLength(1)
})

test('a page that watches votes is told of its gift on the same socket, and of the last one that it names', async () => {
  const [one, other] = [await promptedGift(), await promptedGift()]
  const reader = await listenTo(`/ws/votes/${one.video.id}/`)
  watch(reader, one.id)
  await reader.untilHeard('gift_update', ({ data }) => data.id === one.id)
  watch(reader, other.id.toUpperCase())
  await reader.untilHeard('gift_update', ({ data }) => data.id === other.id)
  one.answer('pin')
  await reader.untilHeard('vote_update', ({ vote_count }) => vote_count === 1)
  other.answer('pin')
  await reader.untilHeard('gift_update', ({ data }) => data.id === other.id && data.status === 'completed')
  expect(giftsOf(reader).filter(({ id }) => id === one.id)).toHaveLength(1)
})

test('a gift that nobody knows has no socket, and naming it does no harm', async () => {
  for (const path of [
    '/ws/gifts/',
    '/ws/gifts/nonsense/',
    `/ws/gifts/${newId()}/`,
    `/ws/gifts/${newId()}/more/`,
  ])
    expect(await refusal(server.port, path), path).toBe(404)
  const { id, video } = await promptedGift()
  const reader = await listenTo(`/ws/votes/${video.id}/`)
  for (const giftId of [newId(), 'nonsense', `${id}'`]) watch(reader, giftId)
  for (const text of ['{"type":"watch_gift"}', '{"type":"watch_gift","gift_id":7}', '[', 'null', '7'])
    reader.socket.send(text)
  watch(reader, id)
  await reader.untilHeard('gift_update')
  expect(giftsOf(reader)).toEqual([await viewGift(id)])
})

test('what changed while no message came is told when the feed is back', async () => {
  const { id } = await promptedGift()
  const reader = await listenTo(`/ws/gifts/${id}/`)
  await reader.untilHeard('gift_update')
  // Without a message, as where Redis lost it.
  await db().query(`UPDATE payment_intent SET state = 'unresolved', next_check_at = NULL WHERE id = $1`, [id])
  await cutEventFeeds()
  await reader.untilHeard('gift_update', ({ data }) => data.status === 'under_review')
  await db().query(`UPDATE payment_intent SET state = 'awaiting' WHERE id = $1`, [id])
})
