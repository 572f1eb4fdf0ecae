import type { Loop } from '../media/loops.ts'
import type { PooledTrack } from '../music/seed-tracks.ts'
import type { Member } from '../people/seed-people.ts'

export interface MonthSize {
  approved: number
  pending: number
  rejected: number
  gifts: number
  /** The visible month: with offline loops, official videos and failed payments. */
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
  /** Relative popularity; 0 without votes. */
  appeal: number
}
