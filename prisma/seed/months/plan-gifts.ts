import { randomUUID } from 'node:crypto'
import { addSeconds, nairobiParts, withClock } from '#lib/core/clock.ts'
import { newId } from '#lib/core/ids.ts'
import type { MonthCalendar } from '#lib/domain/challenges/calendar.ts'
import type { Chance } from '../random.ts'
import { earlier, later } from './dates.ts'
import type { PlannedVideo } from './planned.ts'

export interface PlannedGift {
  intentId: string
  video: PlannedVideo
  votes: number
  phone: string
  askedAt: Date
  paidAt: Date
}

/** Votes per gift and their frequency, mostly presets. */
const QUANTITIES = [1, 2, 3, 5, 7, 10, 15, 20, 50, 100]
const POPULARITY = [30, 8, 7, 28, 2, 15, 2, 6, 1.5, 0.5]

/** Activity by Nairobi hour. */
const HOURS = [3, 1, 1, 1, 1, 2, 4, 5, 5, 4, 4, 5, 8, 7, 5, 5, 6, 8, 10, 13, 16, 16, 13, 7]
const BUSIEST = Math.max(...HOURS)

/** Returns gifts, oldest first. */
export function planGifts(
  chance: Chance,
  month: MonthCalendar,
  until: Date,
  videos: readonly PlannedVideo[],
  count: number,
): PlannedGift[] {
  const closes = earlier(until, month.endsAt)
  const open = videos.filter((video) => video.status === 'approved')
  if (open.length === 0) return []
  const fans = Array.from({ length: 700 }, () => inventPhone(chance))
  const gifts = Array.from({ length: count }, () => {
    const video = open[chance.weighted(open.map((one) => one.appeal))]
    if (!video?.reviewedAt) throw new Error('a video without a decision takes no gifts')
    const from = later(video.reviewedAt, month.votingStartsAt)
    const paidAt = eveningMoment(chance, from, closes)
    const askedAt = addSeconds(paidAt, -chance.whole(6, 40))
    return {
      intentId: withClock(() => askedAt, newId),
      video,
      votes: QUANTITIES[chance.weighted(POPULARITY)] ?? 1,
      phone: chance.pick(fans),
      askedAt,
      paidAt,
    }
  })
  return gifts.sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime())
}

function eveningMoment(chance: Chance, from: Date, to: Date): Date {
  const seconds = Math.max(1, Math.floor((to.getTime() - from.getTime()) / 1000) - 1)
  for (let attempt = 0; ; attempt++) {
    const moment = addSeconds(from, Math.floor(chance.next() * seconds))
    const busy = HOURS[nairobiParts(moment).hour] ?? 1
    if (attempt === 6 || chance.happens(busy / BUSIEST)) return moment
  }
}

export function inventPhone(chance: Chance): string {
  const range = chance.pick([
    '10',
    '11',
    '12',
    '20',
    '21',
    '22',
    '23',
    '25',
    '26',
    '27',
    '90',
    '91',
    '92',
    '95',
  ])
  return `2547${range}${String(chance.whole(0, 999_999)).padStart(6, '0')}`
}

export function inventBrowser(chance: Chance): { session: string; fingerprint: string } {
  const fingerprint = Array.from({ length: 16 }, () => chance.whole(0, 15).toString(16)).join('')
  return { session: randomUUID(), fingerprint }
}
