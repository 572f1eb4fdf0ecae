import { addSeconds, withClock } from '#lib/core/clock.ts'
import { newId } from '#lib/core/ids.ts'
import { newVoteCode } from '#lib/domain/videos/vote-code.ts'
import { loops } from '../media/loops.ts'
import type { Chance } from '../random.ts'
import type { MonthSize, PlannedAssignment, PlannedVideo } from './planned.ts'
import { inventTexts, rejectionReasons } from './video-words.ts'

/** Places of the videos with loops, by age and by votes: some at the top, others throughout. */
const LOOP_AGES = [0, 1, 3, 4, 7, 9, 12, 15, 19, 23, 27, 31]
const LOOP_RANKS = [22, 9, 5, 17, 2, 0, 7, 1, 13, 4, 19, 28]
const DEMO_AGE = 12

interface Basis {
  closes: Date
  /** Seconds from the month's start to the last video. */
  span: number
  size: MonthSize
  youtubeIds: Iterator<string, never>
}

export function planVideos(
  chance: Chance,
  assignments: readonly PlannedAssignment[],
  { closes, span, size, youtubeIds }: Basis,
): PlannedVideo[] {
  const statuses = shareStatuses(chance, size)
  const chosen = chooseEntries(chance, assignments, statuses)
  const ranks = rankAges(chance, size)
  const texts = inventTexts(chance)
  let age = -1
  return chosen.map((assignment, place) => {
    const status = statuses[place] ?? 'approved'
    if (status === 'approved') age++
    const loop = size.playsOffline && status === 'approved' ? (loops[LOOP_AGES.indexOf(age)] ?? null) : null
    // Most entries are late, and after the last subscription.
    const secondsBefore = span * 0.65 * ((place + 0.2 + 0.6 * chance.next()) / chosen.length) ** 1.8
    const uploadedAt = addSeconds(closes, -Math.max(1, Math.floor(secondsBefore)))
    const waited = Math.min(chance.whole(300, 40_000), Math.floor(secondsBefore * 0.4))
    const { dancer, track } = assignment
    return {
      id: withClock(() => uploadedAt, newId),
      assignment,
      status,
      ...texts({ track: track.title, genre: track.genre, stage: dancer.stage, town: dancer.town }),
      youtubeId: loop ? null : youtubeIds.next().value,
      loop,
      seconds: loop ? loop.seconds : chance.whole(34, 178),
      voteCode: newVoteCode(),
      uploadedAt,
      reviewedAt: status === 'pending_review' ? null : addSeconds(uploadedAt, waited),
      rejectionReason: status === 'rejected' ? chance.pick(rejectionReasons) : '',
      appeal: status === 'approved' ? 1 / ((ranks[age] ?? size.approved) + 2.5) ** 0.9 : 0,
    }
  })
}

/** Returns the videos' statuses, newest video first: pending videos are the newest. */
function shareStatuses(chance: Chance, size: MonthSize): PlannedVideo['status'][] {
  const decided = [
    ...Array.from({ length: size.approved }, () => 'approved' as const),
    ...Array.from({ length: size.rejected }, () => 'rejected' as const),
  ]
  return [
    ...Array.from({ length: size.pending }, () => 'pending_review' as const),
    ...chance.shuffle(decided),
  ]
}

/** Most dancers have one video, some two. The demo dancer's video has the age DEMO_AGE. */
function chooseEntries(
  chance: Chance,
  assignments: readonly PlannedAssignment[],
  statuses: readonly PlannedVideo['status'][],
): PlannedAssignment[] {
  const count = statuses.length
  const doubles = Math.floor(count / 5)
  const [demo, ...firsts] = assignments.filter((_, place) => place % 3 === 0)
  if (!demo) return []
  const chosen = chance.shuffle(firsts).slice(0, count - doubles - 1)
  const dancing = new Set(chosen.map((one) => one.dancer))
  const seconds = assignments.filter((one, place) => place % 3 === 1 && dancing.has(one.dancer))
  const mixed = chance.shuffle([...chosen, ...chance.shuffle(seconds).slice(0, doubles)])
  const approved = statuses.flatMap((status, place) => (status === 'approved' ? [place] : []))
  mixed.splice(approved[DEMO_AGE] ?? 0, 0, demo)
  return mixed
}

function rankAges(chance: Chance, size: MonthSize): number[] {
  const all = Array.from({ length: size.approved }, (_, rank) => rank)
  if (!size.playsOffline) return chance.shuffle(all)
  const rest = chance.shuffle(all.filter((rank) => !LOOP_RANKS.includes(rank)))
  return all.map((age) => LOOP_RANKS[LOOP_AGES.indexOf(age)] ?? rest.pop() ?? age)
}
