import type { RoleName } from '#lib/contract/call.ts'
import {
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
} from '#lib/contract/notifications/constants.ts'
import { addSeconds, nairobiParts, nairobiTime } from '#lib/core/clock.ts'

/** Hours in Nairobi without notifications. Mails about security are no notifications: they leave at once. */
const QUIET_FROM = 21
const QUIET_UNTIL = 7

export const TOLD_PLACES = 20

export function isQuiet(at: Date): boolean {
  const { hour } = nairobiParts(at)
  return hour >= QUIET_FROM || hour < QUIET_UNTIL
}

/** The end of the quiet hours if `at` is within them, else `at`. */
export function afterQuiet(at: Date): Date {
  if (!isQuiet(at)) return at
  const { year, month, day, hour } = nairobiParts(at)
  return nairobiTime(year, month, hour >= QUIET_FROM ? day + 1 : day, QUIET_UNTIL)
}

/** Officers decide cases in sequence: decisions about one user within this time share a mail. */
export const GATHER_SECONDS = 120

const gathered: readonly NotificationKind[] = ['identity_decided', 'video_decided', 'track_decided']

/** When to send: outside quiet hours, and for decisions GATHER_SECONDS later. */
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

/** Kinds that arrive daily: mailed only if the user chose so. */
const daily: readonly NotificationKind[] = ['votes_yesterday', 'rank_changed']

/** The default choice. Pushes also need a device that the user set up. */
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

/** Kinds about the user's money, which remains theirs after deactivation. */
const ofMoney: readonly NotificationKind[] = ['month_result', 'royalties', 'payout_sent', 'payout_failed']

/**
 * Whether to mail or push: a deactivated user gets only news about money, because they cannot sign in. The
 * product shows all notifications if they return.
 */
export function isOfUse(person: { readonly isActive: boolean }, kind: NotificationKind): boolean {
  return person.isActive || ofMoney.includes(kind)
}

/** Returns null if the rank is unchanged. A rank is undefined below TOLD_PLACES. */
export function rankNews(
  from: number | undefined,
  to: number | undefined,
): 'rank_entered' | 'rank_gained' | 'rank_lost' | 'rank_left' | null {
  if (from === to) return null
  if (from === undefined) return 'rank_entered'
  if (to === undefined) return 'rank_left'
  return to < from ? 'rank_gained' : 'rank_lost'
}

/** Whether `at` is on the day before the last day of submissions. @param endsAt the end of that last day */
export function isDayBeforeLast(endsAt: Date, at: Date): boolean {
  const lastDay = nairobiParts(addSeconds(endsAt, -1))
  const { year, month, day } = nairobiParts(at)
  const tomorrow = nairobiParts(nairobiTime(year, month, day + 1, 12))
  return lastDay.year === tomorrow.year && lastDay.month === tomorrow.month && lastDay.day === tomorrow.day
}
