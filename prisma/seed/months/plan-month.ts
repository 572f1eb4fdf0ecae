import { addSeconds, withClock } from '#lib/core/clock.ts'
import { newId } from '#lib/core/ids.ts'
import type { MonthCalendar } from '#lib/domain/challenges/calendar.ts'
import type { PooledTrack } from '../music/seed-tracks.ts'
import type { Member } from '../people/seed-people.ts'
import type { Chance } from '../random.ts'
import { earlier } from './dates.ts'
import { planVideos } from './plan-videos.ts'
import type { MonthSize, PlannedAssignment, PlannedSubscription, PlannedVideo } from './planned.ts'

export interface MonthPlan {
  subscriptions: PlannedSubscription[]
  assignments: PlannedAssignment[]
  videos: PlannedVideo[]
}

/** `until` is the plan's last moment; the first of `dancers` is the demo dancer. */
export interface MonthBasis {
  month: MonthCalendar
  until: Date
  size: MonthSize
  dancers: readonly Member[]
  pool: readonly PooledTrack[]
  youtubeIds: Iterator<string, never>
}

export function planMonth(chance: Chance, basis: MonthBasis): MonthPlan {
  const { month, until, size, dancers, pool } = basis
  const closes = earlier(until, month.submissionsEndAt)
  const span = (closes.getTime() - month.startsAt.getTime()) / 1000
  const subscriptions = dancers.map((dancer) => {
    const at = addSeconds(month.startsAt, Math.floor(span * 0.3 * chance.next() ** 1.6))
    return { id: withClock(() => at, newId), dancer, at }
  })
  const assignments = subscriptions.flatMap((one) => drawTracks(chance, one, pool))
  const videos = planVideos(chance, assignments, { closes, span, size, youtubeIds: basis.youtubeIds })
  return { subscriptions, assignments, videos }
}

/** Draws tracks of three musicians, as the product does. */
function drawTracks(chance: Chance, { dancer, at }: PlannedSubscription, pool: readonly PooledTrack[]) {
  const drawn: PooledTrack[] = []
  for (const track of chance.shuffle(pool)) {
    if (drawn.length === 3) break
    if (!drawn.some((one) => one.musician.id === track.musician.id)) drawn.push(track)
  }
  return drawn.map((track) => ({ id: withClock(() => at, newId), dancer, track, at }))
}
