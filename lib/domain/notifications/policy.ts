import type { RoleName } from '#lib/contract/call.ts'
import {
  type NotificationChannel,
  type NotificationKind,
  notificationKinds,
} from '#lib/contract/notifications/constants.ts'
import { addSeconds, nairobiParts, nairobiTime } from '#lib/core/clock.ts'

/** The hours in Nairobi from which and until which nothing rings. What concerns somebody's security is no notification. */
const QUIET_FROM = 21
const QUIET_UNTIL = 7

/** How many places of the leaderboard are told of. */
export const TOLD_PLACES = 20

/** Says whether it is night in Nairobi. */
export function isQuiet(at: Date): boolean {
  const { hour } = nairobiParts(at)
  return hour >= QUIET_FROM || hour < QUIET_UNTIL
}

/** The moment itself by day; at night the end of that night. */
export function afterQuiet(at: Date): Date {
  if (!isQuiet(at)) return at
  const { year, month, day, hour } = nairobiParts(at)
  return nairobiTime(year, month, hour >= QUIET_FROM ? day + 1 : day, QUIET_UNTIL)
}

/** Officers decide one case after the other: their decisions wait so long (seconds) for each other. */
export const GATHER_SECONDS = 120

const gathered: readonly NotificationKind[] = ['identity_decided', 'video_decided', 'track_decided']

/** When something that has happened may leave: by day, and after what is likely to follow it. */
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

/** What a role is told about; staff work at the desk, and are told nothing here. */
export function kindsFor(role: RoleName): readonly NotificationKind[] {
  return kindsOfRole[role] ?? []
}

/** What comes daily is for the bell and the device: a mail of it comes only to who has asked for it. */
const daily: readonly NotificationKind[] = ['votes_yesterday', 'rank_changed']

/** What goes where as long as nobody has chosen. A push reaches only devices that were set up for it. */
export function isOnAtFirst(kind: NotificationKind, channel: NotificationChannel): boolean {
  return channel === 'push' || !daily.includes(kind)
}

export type Choice = { kind: NotificationKind; channel: NotificationChannel; isOn: boolean }

/** Whether somebody who has chosen so wants this. */
export function isWanted(
  kind: NotificationKind,
  channel: NotificationChannel,
  chosen: readonly Choice[],
): boolean {
  return (
    chosen.find((one) => one.kind === kind && one.channel === channel)?.isOn ?? isOnAtFirst(kind, channel)
  )
}

/** What became of somebody's money, which stays theirs whatever becomes of the account. */
const ofMoney: readonly NotificationKind[] = ['month_result', 'royalties', 'payout_sent', 'payout_failed']

/**
 * Whether it is mailed and pushed to somebody: of all but their money nothing is while the account is deactivated, because they
 * can not sign in to do what it asks for. The bell has it for who comes back.
 */
export function isOfUse(person: { readonly isActive: boolean }, kind: NotificationKind): boolean {
  return person.isActive || ofMoney.includes(kind)
}

/** What a change of rank is called; null where there is nothing to tell. A rank is undefined below the told places. */
export function rankNews(
  from: number | undefined,
  to: number | undefined,
): 'rank_entered' | 'rank_gained' | 'rank_lost' | 'rank_left' | null {
  if (from === to) return null
  if (from === undefined) return 'rank_entered'
  if (to === undefined) return 'rank_left'
  return to < from ? 'rank_gained' : 'rank_lost'
}

/** Says whether `at` is on the day in Nairobi before the last one for submissions. @param endsAt the first moment after it */
export function isDayBeforeLast(endsAt: Date, at: Date): boolean {
  const lastDay = nairobiParts(addSeconds(endsAt, -1))
  const { year, month, day } = nairobiParts(at)
  const tomorrow = nairobiParts(nairobiTime(year, month, day + 1, 12))
  return lastDay.year === tomorrow.year && lastDay.month === tomorrow.month && lastDay.day === tomorrow.day
}
