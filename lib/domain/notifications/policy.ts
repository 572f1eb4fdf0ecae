import type { RoleName } from '#lib/contract/call.ts'
import {
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
} from '#lib/contract/notifications/constants.ts'
import { addSeconds, nairobiParts, nairobiTime } from '#lib/core/clock.ts'

/** Quiet hours in Nairobi. Security mails are no notifications. */
const QUIET_FROM = 21
const QUIET_UNTIL = 7

export const TOLD_PLACES = 20

/** Tells whether it is a quiet hour in Nairobi. */
export function isQuiet(at: Date): boolean {
  const { hour } = nairobiParts(at)
  return hour >= QUIET_FROM || hour < QUIET_UNTIL
}

/** Returns the same time by day, at night the end of that night. */
export function afterQuiet(at: Date): Date {
  if (!isQuiet(at)) return at
  const { year, month, day, hour } = nairobiParts(at)
  return nairobiTime(year, month, hour >= QUIET_FROM ? day + 1 : day, QUIET_UNTIL)
}

/** Officers decide cases in sequence: their decisions are combined for this time. */
export const GATHER_SECONDS = 120

const gathered: readonly NotificationKind[] = ['identity_decided', 'video_decided', 'track_decided']

/** Returns a time by day, and after what is likely to follow. */
export function dueAt(kind: NotificationKind, happenedAt: Date): Date {
  return afterQuiet(gathered.includes(kind) ? addSeconds(happenedAt, GATHER_SECONDS) : happenedAt)
}

const kindsOfRole: Partial<Record<RoleName, readonly NotificationKind[]>> = {
  dancer: notificationKinds.filter((kind) => kind !== 'track_decided' && kind !== 'royalties'),
  copyright_owner: [
    'identity_decided',
    'video_decided',
    'track_decided',
    'royalties',
    'payout_sent',
    'payout_failed',
  ],
}

/** None for staff, who work at the desk. */
export function kindsFor(role: RoleName): readonly NotificationKind[] {
  return kindsOfRole[role] ?? []
}

/** Daily news: by mail only on request. */
const daily: readonly NotificationKind[] = ['votes_yesterday', 'rank_changed']

/** The default. Push also needs a device that was set up. */
export function isOnAtFirst(kind: NotificationKind, channel: NotificationChannel): boolean {
  return channel === 'push' || !daily.includes(kind)
}

export type Choice = { kind: NotificationKind; channel: NotificationChannel; isOn: boolean }

export function isWanted(
  kind: NotificationKind,
  channel: NotificationChannel,
  chosen: readonly Choice[],
): boolean {
  return (
    chosen.find((one) => one.kind === kind && one.channel === channel)?.isOn ?? isOnAtFirst(kind, channel)
  )
}

/** News about the person's money, which remains theirs. */
const ofMoney: readonly NotificationKind[] = ['month_result', 'royalties', 'payout_sent', 'payout_failed']

/**
 * Sends only news about money to a deactivated user gets no mail or push, because they cannot sign in. The
 * product shows everything if they return.
 */
export function isOfUse(person: { readonly isActive: boolean }, kind: NotificationKind): boolean {
  return person.isActive || ofMoney.includes(kind)
}

/** Returns null without news. A rank is undefined below the told places. */
export function rankNews(
  from: number | undefined,
  to: number | undefined,
): 'rank_entered' | 'rank_gained' | 'rank_lost' | 'rank_left' | null {
  if (from === to) return null
  if (from === undefined) return 'rank_entered'
  if (to === undefined) return 'rank_left'
  return to < from ? 'rank_gained' : 'rank_lost'
}

/** The day before the last one for submissions. @param endsAt the end of that last day */
export function isDayBeforeLast(endsAt: Date, at: Date): boolean {
  const lastDay = nairobiParts(addSeconds(endsAt, -1))
  const { year, month, day } = nairobiParts(at)
  const tomorrow = nairobiParts(nairobiTime(year, month, day + 1, 12))
  return lastDay.year === tomorrow.year && lastDay.month === tomorrow.month && lastDay.day === tomorrow.day
}
