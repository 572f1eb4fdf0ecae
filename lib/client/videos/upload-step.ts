import type { KycStatus } from '#lib/contract/kyc/calls.ts'
import { TRACKS_PER_DANCER } from '#lib/contract/videos/constants.ts'

/** Steps of /upload in order. */
export const uploadSteps = ['kyc', 'subscribe', 'tracks', 'submit'] as const
export type UploadStep = (typeof uploadSteps)[number]

export type UploadFacts = {
  kycStatus: KycStatus
  isSubscribed: boolean
  /** For each assignment, whether its video is pending or approved. */
  submitted: readonly boolean[]
  /** Whether submissions are open and tracks still drawn. */
  canSubmit: boolean
}

/** The number of videos; while submissions are open, tracks still to come count. */
export function videosWanted(assigned: number, canSubmit: boolean): number {
  return canSubmit ? Math.max(assigned, TRACKS_PER_DANCER) : assigned
}

/** Returns `done` if each track has a video and no tracks are to come. */
export function nextStep({
  kycStatus,
  isSubscribed,
  submitted,
  canSubmit,
}: UploadFacts): UploadStep | 'done' {
  if (kycStatus !== 'approved') return 'kyc'
  if (!isSubscribed) return 'subscribe'
  if (submitted.length === 0) return 'tracks'
  const done = submitted.filter(Boolean).length
  return done === videosWanted(submitted.length, canSubmit) ? 'done' : 'submit'
}

export function stateOfStep(step: UploadStep, next: UploadStep | 'done'): 'done' | 'next' | 'later' {
  const at = next === 'done' ? uploadSteps.length : uploadSteps.indexOf(next)
  const place = uploadSteps.indexOf(step)
  if (place === at) return 'next'
  return place < at ? 'done' : 'later'
}

export type KycGate = 'under_review' | 'rejected' | 'not_submitted'

/** A draft counts as not submitted. */
export function kycGateOf(status: KycStatus): KycGate {
  return status === 'under_review' || status === 'rejected' ? status : 'not_submitted'
}
