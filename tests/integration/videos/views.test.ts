import { expect, test } from 'vitest'
import { addSeconds, nairobiTime, withClock } from '#lib/core/clock.ts'
import { countView, purgeViews } from '#lib/domain/videos/commands.ts'
import { addVideo, openMonth } from '#tests/support/contest.ts'
import { changeVideo } from '#tests/support/feed.ts'

const month = await openMonth()

test('a view counts once for each session and day of Nairobi', async () => {
  const { id } = await addVideo(month)
  const view = (sessionId: string, at: Date) =>
    withClock(
      () => at,
      () => countView({ videoId: id, sessionId }),
    )
  const evening = nairobiTime(2026, 11, 20, 23, 59)
  const midnight = nairobiTime(2026, 11, 21)
  expect(await view('session-one', evening)).toEqual({ counted: true, view_count: 1 })
  expect(await view('session-one', evening)).toEqual({ counted: false, view_count: 1 })
  expect(await view('session-two', evening)).toEqual({ counted: true, view_count: 2 })
  expect(await view('session-one', midnight)).toEqual({ counted: true, view_count: 3 })
})

test('a view that is sent many times at once counts once', async () => {
  const { id } = await addVideo(month)
  const views = Array.from({ length: 20 }, () => countView({ videoId: id, sessionId: 'one-session' }))
  const counted = (await Promise.all(views)).filter((view) => view.counted)
  expect(counted).toEqual([{ counted: true, view_count: 1 }])
})

test('what is not there to be watched has no views', async () => {
  const video = await addVideo(month)
  await changeVideo(video, { status: 'rejected' })
  await expect(countView({ videoId: video.id, sessionId: 'session-one' })).rejects.toThrow('Not found.')
  const nowhere = '0190b9a0-0000-7000-8000-000000000009'
  await expect(countView({ videoId: nowhere, sessionId: 'session-one' })).rejects.toThrow('Not found.')
})

test('who has seen a video is forgotten after a week, and the count stays', async () => {
  const { id } = await addVideo(month)
  const day = nairobiTime(2020, 5, 1, 12)
  const view = () =>
    withClock(
      () => day,
      () => countView({ videoId: id, sessionId: 'session-one' }),
    )
  await view()
  expect(await purgeViews(addSeconds(day, 7 * 86_400))).toBe(0)
  expect(await view()).toEqual({ counted: false, view_count: 1 })
  expect(await purgeViews(addSeconds(day, 8 * 86_400))).toBe(1)
  expect(await view()).toEqual({ counted: true, view_count: 2 })
})
