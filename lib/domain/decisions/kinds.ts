import type { DecidedSubjectType } from '#lib/contract/decisions/calls.ts'
import type { Tx } from '#lib/core/outbox.ts'
import { checkModeration, type Moderation, moderate } from '#lib/domain/comments/moderation.ts'
import { checkSignalDecision, decideSignal, type SignalDecision } from '#lib/domain/fraud/commands.ts'
import { checkKycDecision, decideKyc, type KycDecision } from '#lib/domain/kyc/review-submission.ts'
import { checkTrackDecision, decideTrack, type TrackDecision } from '#lib/domain/tracks/commands.ts'
import { checkVideoDecision, decideVideo, type VideoDecision } from '#lib/domain/videos/review-video.ts'
import type { Decision } from './schema.ts'

type Decided = Decision & { readonly decidedAt?: Date }

type Kind = {
  /** Locks the subject and throws what `apply` would throw. */
  check(tx: Tx, decision: Decided): Promise<unknown>
  apply(tx: Tx, decision: Decided): Promise<unknown>
}

export const kinds: Readonly<Record<DecidedSubjectType, Kind>> = {
  kyc: {
    check: (tx, decision) => checkKycDecision(tx, kycOf(decision)),
    apply: (tx, decision) => decideKyc(tx, kycOf(decision)),
  },
  track: {
    check: (tx, decision) => checkTrackDecision(tx, trackOf(decision)),
    apply: (tx, decision) => decideTrack(tx, trackOf(decision)),
  },
  video: {
    check: (tx, decision) => checkVideoDecision(tx, videoOf(decision)),
    apply: (tx, decision) => decideVideo(tx, videoOf(decision)),
  },
  signal: {
    check: (tx, decision) => checkSignalDecision(tx, signalOf(decision)),
    apply: (tx, decision) => decideSignal(tx, signalOf(decision)),
  },
  comment: {
    check: (tx, decision) => checkModeration(tx, commentOf(decision)),
    apply: (tx, decision) => moderate(tx, commentOf(decision)),
  },
}

function kycOf({ subject, details, ...decision }: Decided): KycDecision {
  return { ...decision, ...details, userId: subject.id }
}

function trackOf({ subject, action, reason: comments, ...decision }: Decided): TrackDecision {
  return { ...decision, comments, status: statusAfter(action), trackId: subject.id }
}

function videoOf({ subject, action, ...decision }: Decided): VideoDecision {
  return { ...decision, status: statusAfter(action), videoId: subject.id }
}

function signalOf({ subject, action, reason: note, details, ...decision }: Decided): SignalDecision {
  const outcome = action === 'approve' ? 'dismissed' : 'escalated'
  return { ...decision, outcome, note, seen: details.seen, signalId: subject.id }
}

function commentOf({ subject, ...decision }: Decided): Moderation {
  return { ...decision, commentId: subject.id }
}

function statusAfter(action: Decision['action']): 'approved' | 'rejected' {
  return action === 'approve' ? 'approved' : 'rejected'
}
