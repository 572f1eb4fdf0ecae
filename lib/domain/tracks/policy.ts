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

/** The statuses in which a track takes one of its musician's places. */
export const placeStatuses = ['processing', 'pending', 'approved'] as const satisfies TrackStatus[]

/** The statuses of a track that is or was in the pool: dancers were given it. */
export const poolStatuses = ['approved', 'retired'] as const satisfies TrackStatus[]

/** The statuses that an officer's decision leads to. */
export const decidedStatuses = [...poolStatuses, 'rejected'] as const satisfies TrackStatus[]

/** @throws RuleError track_limit_reached if no place is left for another track */
export function requirePlace(taken: number, limit: number): void {
  if (taken >= limit) throw trackLimitReached(taken, limit)
}

/** @throws RuleError track_approved (409) for a track that is or was in the pool */
export function requireDeletable(status: TrackStatus): void {
  if (poolStatuses.some((one) => one === status)) throw trackIsApproved()
}

/** @throws RuleError track_not_approved (409) unless the track is in the pool, or was taken out of it already */
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

/** What a musician says about a track; the rest comes from the file and the profile. */
export type Described = {
  readonly title?: string | undefined
  readonly artist?: string | undefined
  readonly description?: string | undefined
  readonly tags?: readonly string[] | undefined
}

/** Puts a later description over an earlier one; a field that was not given again stays. */
export function describeAgain(earlier: Described, later: Described): Described {
  const given = Object.entries(later).filter(([, value]) => value !== undefined)
  return { ...earlier, ...Object.fromEntries(given) }
}

/** The description of a new track: the file's name stands in for a title, and the musician's name for an artist. */
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

/** A track that was uploaded before this moment and is not read yet is read again. */
export function lateBefore(moment: Date): Date {
  return addSeconds(moment, -LATE_SECONDS)
}

/** Whether a track could not be read for a day. It is rejected, so that its place is free again. */
export function isGivenUp(createdAt: Date, moment: Date): boolean {
  return createdAt < addSeconds(moment, -GIVEN_UP_SECONDS)
}
