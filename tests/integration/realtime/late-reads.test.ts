// What the realtime process tells where messages come while it reads Postgres.
import { expect, test } from 'vitest'
import { readVoteCounts } from '#lib/domain/videos/queries.ts'
import { Room } from '#server/realtime/rooms.ts'
import { SharedRoom } from '#server/realtime/shared-room.ts'
import { VotesChannel } from '#server/realtime/votes.ts'
import { addVideo, openMonth, votesOf } from '#tests/support/contest.ts'
import { changeVideo } from '#tests/support/feed.ts'
import { until } from '#tests/support/until.ts'

/** A room of a video of 20 votes. `crossing` is called at the end of each of the three first reads after a reversal to 13. */
async function reversed(crossing: (tell: (vote_count: number) => void, video: { id: string }) => unknown) {
  const video = await addVideo(await openMonth())
  await changeVideo(video, { vote_count: 20 })
  let crossings = 0
  const channel = new VotesChannel(async (ids) => {
    const counts = await readVoteCounts(ids)
    if (crossings-- > 0)
      await crossing((vote_count) => channel.receive([{ video_id: video.id, vote_count, delta: 1 }]), video)
    return counts
  })
  const room = await channel.enter(video.id)
  if (!room) throw new Error('no such video')
  expect(room.state).toBe(20)
  await changeVideo(video, { vote_count: 13 })
  crossings = 3
  channel.receive([{ video_id: video.id, vote_count: 13, delta: -7 }])
  return { video, room, isRead: () => crossings <= 0 }
}

test('a reversal lowers a count though votes are counted during each read', async () => {
  const { video, room } = await reversed(async (tell, { id }) => {
    const count = (await votesOf({ id })) + 1
    await changeVideo({ id }, { vote_count: count })
    tell(count)
  })
  await until('the count of the books', () => room.state === 16)
  expect(await votesOf(video)).toBe(16)
  room.release()
})

test('a reversal lowers a count though messages from before it come late, during each read', async () => {
  const { room, isRead } = await reversed((tell) => tell(19))
  await until('three reads', isRead)
  await until('the count of the books', () => room.state === 13)
  room.release()
})

test('a change whose read fails is told by the next read, which nothing else has to bring', async () => {
  let votes = 20
  let faults = 0
  const shared = new SharedRoom({
    name: 'of the test',
    intervalMs: 1,
    read: async () => {
      if (faults-- > 0) throw new Error('the connection is lost')
      return { votes }
    },
  })
  const room = await shared.enter()
  votes = 21
  faults = 3
  shared.refresh()
  await until('the new count', () => room instanceof Room && room.state?.includes('"votes":21'))
  room.release()
})

test('who enters an empty room while an old read runs is told what has changed since that read', async () => {
  const video = await addVideo(await openMonth())
  const answers: (() => void)[] = []
  const shared = new SharedRoom({
    name: 'of the test',
    intervalMs: 1,
    read: async () => {
      const votes = await votesOf(video)
      await new Promise<void>((resolve) => answers.push(resolve))
      return { votes }
    },
  })
  /** Waits until Postgres has answered so many reads, and hands the last answer on. */
  const untilRead = async (count: number) => {
    await until(`read ${count}`, () => answers.length === count)
    answers.at(-1)?.()
  }
  const entering = shared.enter()
  await untilRead(1)
  const first = await entering
  shared.refresh()
  await until('read 2', () => answers.length === 2)
  first.release()
  await changeVideo(video, { vote_count: 5 })
  shared.refresh()

  const second = shared.enter()
  answers.at(-1)?.()
  const room = await second
  await untilRead(3)
  await until('the new state', () => room instanceof Room && room.state?.includes('{"votes":5}'))
  room.release()
})
