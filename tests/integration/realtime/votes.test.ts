import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
import { addVideo, type Month, openMonth } from '#tests/support/contest.ts'
import { changeVideo, countVotes, cutEventFeeds, tellVotes, untilListening } from '#tests/support/feed.ts'
import { listen, refusal } from './listener.ts'

let server: RealtimeServer
let month: Month

beforeAll(async () => {
  server = await startRealtime({ host: '127.0.0.1', port: 0 })
  month = await openMonth()
  await untilListening()
})
afterAll(() => server.close())

/** A video of that count, and someone who watches it and knows it. */
async function watched(count: number) {
  const video = await addVideo(month)
  await changeVideo(video, { vote_count: count })
  const reader = await listen(server.port, `/ws/votes/${video.id}/`)
  await reader.untilHeard('vote_update')
  return { video, reader }
}

describe('who opens a video’s socket', () => {
  test('is told the count at once, then each change', async () => {
    const { video, reader } = await watched(40)
    const update = { type: 'vote_update', video_id: video.id }
    expect(reader.messages).toEqual([{ ...update, vote_count: 40, delta: 0 }])
    await countVotes(video, 5)
    await reader.untilHeard('vote_update', ({ vote_count }) => vote_count === 45)
    expect(reader.messages).toEqual([
      { ...update, vote_count: 40, delta: 0 },
      { ...update, vote_count: 45, delta: 5 },
    ])
  })

  test('may leave out the last slash, or write the id in capitals', async () => {
    const { video } = await watched(3)
    const reader = await listen(server.port, `/ws/votes/${video.id.toUpperCase()}`)
    expect((await reader.untilHeard('vote_update')).vote_count).toBe(3)
  })

  test('later than others hears what they were told last', async () => {
    const { video, reader } = await watched(10)
    await countVotes(video, 1)
    await reader.untilHeard('vote_update', ({ vote_count }) => vote_count === 11)
    const late = await listen(server.port, `/ws/votes/${video.id}/`)
    expect(await late.untilHeard('vote_update')).toMatchObject({ vote_count: 11, delta: 0 })
  })

  test('hears nothing of other videos', async () => {
    const { reader } = await watched(1)
    const other = await watched(2)
    await countVotes(other.video, 1)
    await other.reader.untilHeard('vote_update', ({ vote_count }) => vote_count === 3)
    expect(reader.messages).toHaveLength(1)
  })

  test('is refused where there is no such video', async () => {
    const hidden = await addVideo(month)
    await changeVideo(hidden, { status: 'pending_review' })
    expect(await refusal(server.port, `/ws/votes/${hidden.id}/`)).toBe(404)
    expect(await refusal(server.port, '/ws/votes/0190b9a0-0000-7000-8000-000000000009/')).toBe(404)
    expect(await refusal(server.port, '/ws/votes/nonsense/')).toBe(404)
    expect(await refusal(server.port, '/ws/votes/')).toBe(404)
  })
})

describe('counts', () => {
  test('come at most ten a second, add up, and end at the newest', async () => {
    const { video, reader } = await watched(0)
    const updates = Array.from({ length: 300 }, (_, index) => index + 1)
    for (const count of updates) await tellVotes(video, count, 1)
    await reader.untilHeard('vote_update', ({ vote_count }) => vote_count === 300)
    const told = reader.messages.filter((message) => message.type === 'vote_update')
    expect(told.reduce((sum, { delta }) => sum + delta, 0)).toBe(300)
    expect(told.map(({ vote_count }) => vote_count)).toEqual(
      told.map(({ vote_count }) => vote_count).toSorted((a, b) => a - b),
    )
    // The snapshot is the first; the clocks of two sides of a socket differ by a little.
    const seconds = ((reader.arrivals.at(-1) ?? 0) - (reader.arrivals[1] ?? 0)) / 1_000
    expect(told.length - 2).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 1)
  })

  test('of an earlier batch that arrive late are passed over', async () => {
    const { video, reader } = await watched(10)
    await tellVotes(video, 14, 2)
    await reader.untilHeard('vote_update', ({ vote_count }) => vote_count === 14)
    await tellVotes(video, 12, 2)
    await tellVotes(video, 15, 1)
    await reader.untilHeard('vote_update', ({ vote_count }) => vote_count === 15)
    const counts = reader.messages.map((message) => message.type === 'vote_update' && message.vote_count)
    expect(counts).toEqual([10, 14, 15])
  })

  test('go down after a reversal, to what the books say', async () => {
    const { video, reader } = await watched(20)
    await changeVideo(video, { vote_count: 13 })
    await tellVotes(video, 13, -7)
    expect(await reader.untilHeard('vote_update', ({ delta }) => delta < 0)).toMatchObject({
      vote_count: 13,
      delta: -7,
    })
  })

  test('missed while Redis was away are read from the books when it is back', async () => {
    const { video, reader } = await watched(5)
    await changeVideo(video, { vote_count: 9 })
    await cutEventFeeds()
    expect(await reader.untilHeard('vote_update', ({ delta }) => delta === 4)).toMatchObject({
      vote_count: 9,
    })
    await untilListening()
    const count = await countVotes(video, 1)
    await reader.untilHeard('vote_update', ({ vote_count }) => vote_count === count)
  })
})
