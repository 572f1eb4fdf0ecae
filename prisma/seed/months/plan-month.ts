import { addSeconds, withClock } from '#lib/core/clock.ts'
import { newId, newSpokenCode } from '#lib/core/ids.ts'
import { type Loop, loops } from '../media/loops.ts'
import type { PooledTrack } from '../music/seed-tracks.ts'
import type { Member, People } from '../people/seed-people.ts'
import { type Chance, chanceOf } from '../random.ts'
import { earlier, type MonthDates } from './dates.ts'
import { inventDescription, inventTitle, rejectionReasons, youtubeIds } from './video-words.ts'

/** How much happened in a month. */
export interface MonthSize {
  /** Approved videos. */
  approved: number
  pending: number
  rejected: number
  gifts: number
  /** Whether some of the videos are the loops that play without a network. */
  playsOffline: boolean
}

export interface PlannedSubscription {
  id: string
  dancer: Member
  at: Date
}

export interface PlannedAssignment {
  id: string
  dancer: Member
  track: PooledTrack
  at: Date
}

export interface PlannedVideo {
  id: string
  assignment: PlannedAssignment
  status: 'approved' | 'pending_review' | 'rejected'
  title: string
  description: string
  youtubeId: string | null
  loop: Loop | null
  seconds: number
  voteCode: string
  views: number
  uploadedAt: Date
  reviewedAt: Date | null
  rejectionReason: string
  /** How well it does, relative to the others; 0 where nobody may vote. */
  appeal: number
}

export interface MonthPlan {
  subscriptions: PlannedSubscription[]
  assignments: PlannedAssignment[]
  videos: PlannedVideo[]
}

/** Places of the loops, newest first and most voted first: in sight at the top of both orders, and all the way down. */
const LOOP_AGES = [0, 1, 3, 4, 7, 9, 12, 15, 19, 23, 27, 31]
const LOOP_RANKS = [22, 9, 5, 17, 2, 0, 7, 1, 13, 4, 19, 28]

/**
 * Who danced what to which track in a month, decided by the month's name alone.
 * @param until the last moment that may be told of
 */
export function planMonth(
  month: MonthDates,
  until: Date,
  size: MonthSize,
  dancers: readonly Member[],
  pool: readonly PooledTrack[],
  people: People,
  givenYoutubeIds: readonly string[],
): MonthPlan {
  const chance = chanceOf(`month ${month.key}`)
  const open = earlier(until, month.submissionsEndAt)
  const span = (open.getTime() - month.startsAt.getTime()) / 1000
  const subscriptions = dancers.map((dancer) => {
    const at = addSeconds(month.startsAt, Math.floor(span * 0.3 * chance.next() ** 1.6))
    return { id: withClock(() => at, newId), dancer, at }
  })
  const assignments = subscriptions.flatMap((one) => drawTracks(chance, one, pool))
  const chosen = chooseEntries(chance, assignments, size)
  return {
    subscriptions,
    assignments,
    videos: makeVideos(chance, chosen, { open, span, size, people, givenYoutubeIds }),
  }
}

/** Three tracks of three musicians, as the product draws them. */
function drawTracks(chance: Chance, { dancer, at }: PlannedSubscription, pool: readonly PooledTrack[]) {
  const drawn: PooledTrack[] = []
  for (const track of chance.shuffle(pool)) {
    if (drawn.length === 3) break
    if (!drawn.some((one) => one.musician.id === track.musician.id)) drawn.push(track)
  }
  return drawn.map((track) => ({ id: withClock(() => at, newId), dancer, track, at }))
}

/** Which assignments became a video: most dancers have one, some two. The demo dancer's is among them. In any order. */
function chooseEntries(chance: Chance, assignments: readonly PlannedAssignment[], size: MonthSize) {
  const count = size.approved + size.pending + size.rejected
  const second = Math.floor(count / 5)
  const [demo, ...firsts] = assignments.filter((_, place) => place % 3 === 0)
  if (!demo) return []
  const chosen = [demo, ...chance.shuffle(firsts).slice(0, count - second - 1)]
  const dancing = new Set(chosen.map((one) => one.dancer))
  const seconds = assignments.filter((one, place) => place % 3 === 1 && dancing.has(one.dancer))
  return chance.shuffle([...chosen, ...chance.shuffle(seconds).slice(0, second)])
}

function makeVideos(
  chance: Chance,
  chosen: readonly PlannedAssignment[],
  given: { open: Date; span: number; size: MonthSize; people: People; givenYoutubeIds: readonly string[] },
): PlannedVideo[] {
  const { open, span, size } = given
  const ids = youtubeIds(chance, given.givenYoutubeIds)
  const ranks = rankAges(chance, size)
  const statuses = shareStatuses(chance, size)
  let age = -1
  return chosen.map((assignment, place) => {
    const status = statuses[place] ?? 'approved'
    if (status === 'approved') age++
    const slot = size.playsOffline && status === 'approved' ? LOOP_AGES.indexOf(age) : -1
    const loop = slot < 0 ? null : (loops[slot] ?? null)
    // Most entries come in late; all of them after the last subscription.
    const back = span * 0.65 * ((place + 0.2 + 0.6 * chance.next()) / chosen.length) ** 1.5
    const uploadedAt = addSeconds(open, -Math.max(1, Math.floor(back)))
    const waited = Math.min(chance.whole(300, 40_000), Math.floor(back * 0.4))
    const told = {
      track: assignment.track.title,
      genre: assignment.track.genre,
      stage: assignment.dancer.stage,
      town: assignment.dancer.town,
    }
    const rank = ranks[age] ?? size.approved
    return {
      id: withClock(() => uploadedAt, newId),
      assignment,
      status,
      title: inventTitle(chance, told),
      description: inventDescription(chance, told),
      youtubeId: loop ? null : ids.next().value,
      loop,
      seconds: loop ? loop.seconds : chance.whole(34, 178),
      voteCode: newSpokenCode(6),
      views: 0,
      uploadedAt,
      reviewedAt: status === 'pending_review' ? null : addSeconds(uploadedAt, waited),
      rejectionReason: status === 'rejected' ? chance.pick(rejectionReasons) : '',
      // A few run away, many stay in the middle, some are hardly seen.
      appeal: status === 'approved' ? 1 / (rank + 2.5) ** 0.9 : 0,
    }
  })
}

/** Rank by age: the loops have theirs, the others share what is left. */
function rankAges(chance: Chance, size: MonthSize): number[] {
  const all = Array.from({ length: size.approved }, (_, rank) => rank)
  if (!size.playsOffline) return chance.shuffle(all)
  const rest = chance.shuffle(all.filter((rank) => !LOOP_RANKS.includes(rank)))
  return all.map((age) => LOOP_RANKS[LOOP_AGES.indexOf(age)] ?? rest.pop() ?? age)
}

/** What waits is new; what was refused lies anywhere. */
function shareStatuses(chance: Chance, size: MonthSize): PlannedVideo['status'][] {
  const total = size.approved + size.pending + size.rejected
  const refused = new Set(
    chance
      .shuffle(Array.from({ length: total - size.pending }, (_, n) => n + size.pending))
      .slice(0, size.rejected),
  )
  return Array.from({ length: total }, (_, place) =>
    place < size.pending ? 'pending_review' : refused.has(place) ? 'rejected' : 'approved',
  )
}
