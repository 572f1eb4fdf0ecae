import type { KycStatus } from '#lib/contract/kyc/calls.ts'
import { TRACKS_PER_DANCER } from '#lib/contract/videos/constants.ts'

/** The steps of /upload in their order. */
export const uploadSteps = ['kyc', 'subscribe', 'tracks', 'submit'] as const
export type UploadStep = (typeof uploadSteps)[number]

/** The facts by which the next step is decided. */
export type UploadFacts = {
  kycStatus: KycStatus
  isSubscribed: boolean
  /** By assignment, whether a video of it waits or is approved. */
  submitted: readonly boolean[]
  /** Whether videos are taken, and tracks drawn that a pool was too small for. */
  canSubmit: boolean
}

/** Returns how many videos are expected of a dancer: while submissions are open, those of tracks that are still to come as well. */
export function videosWanted(assigned: number, canSubmit: boolean): number {
  return canSubmit ? Math.max(assigned, TRACKS_PER_DANCER) : assigned
}

/** Returns the next step; `done` when there is a video for each track and no more tracks are to come. */
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

/** Tells whether a step is done, is next or comes later. */
export function stateOfStep(step: UploadStep, next: UploadStep | 'done'): 'done' | 'next' | 'later' {
  const at = next === 'done' ? uploadSteps.length : uploadSteps.indexOf(next)
  const place = uploadSteps.indexOf(step)
  if (place === at) return 'next'
  return place < at ? 'done' : 'later'
}

export type KycGate = 'under_review' | 'rejected' | 'not_submitted'

/** Returns which of the three notes about KYC is shown. A draft counts as not submitted. */
export function kycGateOf(status: KycStatus): KycGate {
  return status === 'under_review' || status === 'rejected' ? status : 'not_submitted'
}
