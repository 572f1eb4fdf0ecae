import type { Loop } from '../media/loops.ts'
import type { PooledTrack } from '../music/seed-tracks.ts'
import type { Member } from '../people/seed-people.ts'

/** How much happened in a month. */
export interface MonthSize {
  /** Dancers' videos by what became of them. */
  approved: number
  pending: number
  rejected: number
  /** Counted gifts. */
  gifts: number
  /**
   * Whether it is the month that visitors see: twelve of its videos are loops that play without a network, there are
   * official videos, and some payments did not go well.
   */
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
  uploadedAt: Date
  reviewedAt: Date | null
  rejectionReason: string
  /** How well it does, relative to the others; 0 where nobody may vote. */
  appeal: number
}
