import type { KycStatus } from '#lib/contract/kyc/calls.ts'

/** The rail of /upload in its order. */
export const uploadSteps = ['kyc', 'subscribe', 'tracks', 'submit'] as const
export type UploadStep = (typeof uploadSteps)[number]

/** What the gates are decided by; null where it has not been asked yet. */
export type UploadFacts = {
  kycStatus: KycStatus
  isSubscribed: boolean
  /** By assignment, whether a video of it waits or is approved. */
  submitted: readonly boolean[]
}

/** The one step that is next; `done` when there is a video for each track. */
export function nextStep({ kycStatus, isSubscribed, submitted }: UploadFacts): UploadStep | 'done' {
  if (kycStatus !== 'approved') return 'kyc'
  if (!isSubscribed) return 'subscribe'
  if (submitted.length === 0) return 'tracks'
  return submitted.every(Boolean) ? 'done' : 'submit'
}

/** Where a step of the rail stands. */
export function stateOfStep(step: UploadStep, next: UploadStep | 'done'): 'done' | 'next' | 'later' {
  const at = next === 'done' ? uploadSteps.length : uploadSteps.indexOf(next)
  const place = uploadSteps.indexOf(step)
  if (place === at) return 'next'
  return place < at ? 'done' : 'later'
}

export type KycGate = 'under_review' | 'rejected' | 'not_submitted'

/** The gate's three states; a draft that was never sent is as good as none. */
export function kycGateOf(status: KycStatus): KycGate {
  return status === 'under_review' || status === 'rejected' ? status : 'not_submitted'
}
