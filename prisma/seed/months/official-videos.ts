import { addSeconds, withClock } from '#lib/core/clock.ts'
import { newId } from '#lib/core/ids.ts'
import type { MonthCalendar } from '#lib/domain/challenges/calendar.ts'
import { newVoteCode } from '#lib/domain/videos/vote-code.ts'
import type { PooledTrack } from '../music/seed-tracks.ts'
import type { Chance } from '../random.ts'

/** A musician's own video: no gifts, no rank. */
export interface OfficialVideo {
  id: string
  track: PooledTrack
  title: string
  description: string
  youtubeId: string
  seconds: number
  voteCode: string
  uploadedAt: Date
  reviewedAt: Date
}

const titles = ['Kayole Junction', 'Mpenzi wa Bandarini']

export function planOfficialVideos(
  chance: Chance,
  month: MonthCalendar,
  until: Date,
  pool: readonly PooledTrack[],
  youtubeIds: Iterator<string, never>,
): OfficialVideo[] {
  const span = (until.getTime() - month.startsAt.getTime()) / 1000
  return pool
    .filter((track) => titles.includes(track.title))
    .map((track) => {
      const uploadedAt = addSeconds(month.startsAt, Math.floor(span * (0.02 + 0.08 * chance.next())))
      return {
        id: withClock(() => uploadedAt, newId),
        track,
        title: `${track.title} (official video)`,
        description: `${track.musician.stage} – ${track.title}. Dance to it this month.`,
        youtubeId: youtubeIds.next().value,
        seconds: chance.whole(170, 260),
        voteCode: newVoteCode(),
        uploadedAt,
        reviewedAt: addSeconds(uploadedAt, Math.floor(span * 0.02)),
      }
    })
}
