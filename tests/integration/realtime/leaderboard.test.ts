import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getLeaderboard } from '#lib/domain/leaderboard/queries.ts'
import { type RealtimeServer, startRealtime } from '#server/realtime/server.ts'
import { addVideo, type Month, openMonth, type StageVideo } from '#tests/support/contest.ts'
import { changeMonth, countVotes, tellPublicChange, untilListening } from '#tests/support/feed.ts'
import { listen } from './listener.ts'

let server: RealtimeServer
let month: Month
let videos: StageVideo[]

beforeAll(async () => {
  server = await startRealtime({ host: '127.0.0.1', port: 0 })
  month = await openMonth()
  videos = await Promise.all(Array.from({ length: 30 }, () => addVideo(month)))
  await untilListening()
})
afterAll(() => server.close())

describe('who opens the leaderboard’s socket', () => {
  test('gets all rows at once, then at each change', async () => {
    const reader = await listen(server.port, '/ws/leaderboard/')
    expect((await reader.untilHeard('leaderboard_update')).data).toEqual(await getLeaderboard())
    const last = videos.at(-1)
    if (!last) throw new Error('no videos')
    await countVotes(last, 7)
    const { data } = await reader.untilHeard(
      'leaderboard_update',
      ({ data }) => data[0]?.video_id === last.id,
    )
    expect(data).toEqual(await getLeaderboard())
  })

  test('hears of a burst at most twice a second, and of its end', async () => {
    const reader = await listen(server.port, '/ws/leaderboard')
    await reader.untilHeard('leaderboard_update')
    for (let vote = 1; vote <= 150; vote++) await countVotes(videos[vote % 30] ?? { id: '' }, 1)
    const wanted = JSON.stringify(await getLeaderboard())
    await reader.untilHeard('leaderboard_update', ({ data }) => JSON.stringify(data) === wanted)
    const seconds = ((reader.arrivals.at(-1) ?? 0) - (reader.arrivals[0] ?? 0)) / 1_000
    expect(reader.messages.length - 1).toBeLessThanOrEqual(Math.ceil(seconds * 2) + 1)
  })

  test('sees it empty when the month is over', async () => {
    const reader = await listen(server.port, '/ws/leaderboard/')
    await reader.untilHeard('leaderboard_update', ({ data }) => data.length === 30)
    await changeMonth(month, { phase: 'closed' })
    await tellPublicChange('challenge')
    await reader.untilHeard('leaderboard_update', ({ data }) => data.length === 0)
    const late = await listen(server.port, '/ws/leaderboard/')
    expect((await late.untilHeard('leaderboard_update')).data).toEqual([])
    // The other tests need it open.
    await changeMonth(month, { phase: 'voting' })
    await tellPublicChange('challenge')
    await late.untilHeard('leaderboard_update', ({ data }) => data.length === 30)
  })
})
