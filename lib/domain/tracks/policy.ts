import type { TrackStatus } from '#lib/contract/tracks/calls.ts'
import { titleOfFile } from '#lib/contract/tracks/rules.ts'
import { addSeconds } from '#lib/core/clock.ts'
import { alreadyDecided } from '#lib/domain/review/errors.ts'
import {
  ownTrackDecision,
  trackIsApproved,
  trackLimitReached,
  trackNotApproved,
  trackNotReady,
} from './errors.ts'

/** Statuses that count for the limit of tracks. */
export const placeStatuses = ['processing', 'pending', 'approved'] as const satisfies TrackStatus[]

/** Statuses of tracks that are or were in the pool: dancers have them. */
export const poolStatuses = ['approved', 'retired'] as const satisfies TrackStatus[]

export const decidedStatuses = [...poolStatuses, 'rejected'] as const satisfies TrackStatus[]

/** @throws RuleError track_limit_reached */
export function requirePlace(taken: number, limit: number): void {
  if (taken >= limit) throw trackLimitReached(taken, limit)
}

/** @throws RuleError track_approved (409) for a track that is or was in the pool */
export function requireDeletable(status: TrackStatus): void {
  if (poolStatuses.some((one) => one === status)) throw trackIsApproved()
}

/** @throws RuleError track_not_approved (409) unless the track is or was in the pool */
export function requireRetirable(status: TrackStatus): void {
  if (!poolStatuses.some((one) => one === status)) throw trackNotApproved()
}

/** @throws RuleError own_track (403), track_processing, already_decided (409) */
export function requireDecidable(
  { status, musicianId }: { status: TrackStatus; musicianId: string },
  officerId: string,
): void {
  if (musicianId === officerId) throw ownTrackDecision()
  if (status === 'processing') throw trackNotReady()
  if (status !== 'pending') throw alreadyDecided('track')
}

/** The musician's description of a track; `fullDescription` adds what is missing. */
export type Described = {
  readonly title?: string | undefined
  readonly artist?: string | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
}

/** Merges a later description: its absent fields keep their earlier values. */
export function describeAgain(earlier: Described, later: Described): Described {
  const given = Object.entries(later).filter(([, value]) => value !== undefined)
  return { ...earlier, ...Object.fromEntries(given) }
}

/** Defaults: the file's name for the title, the musician's name for the artist. */
export function fullDescription(described: Described, fileName: string, musicianName: string) {
  return {
    title: described.title || titleOfFile(fileName) || 'Untitled',
    artist: described.artist || musicianName,
    description: described.description ?? '',
    tags: [...(described.tags ?? [])],
  }
}

const LATE_SECONDS = 5 * 60
const GIVEN_UP_SECONDS = 24 * 60 * 60

/** Unread tracks that were uploaded before this moment are read again. */
export function lateBefore(moment: Date): Date {
  return addSeconds(moment, -LATE_SECONDS)
}

/** After a day of failed readings a track is rejected, which frees its place. */
export function isGivenUp(createdAt: Date, moment: Date): boolean {
  return createdAt < addSeconds(moment, -GIVEN_UP_SECONDS)
}
