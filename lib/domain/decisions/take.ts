import type { z } from 'zod'
import type { FraudSignal } from '#lib/contract/fraud/calls.ts'
import type { KycStatus } from '#lib/contract/kyc/calls.ts'
import type { reviewKyc as reviewKycCall } from '#lib/contract/kyc/review.ts'
import { UNDO_SECONDS } from '#lib/contract/review/constants.ts'
import type { GivenReviewedTrack } from '#lib/contract/tracks/calls.ts'
import type { Video } from '#lib/contract/videos/calls.ts'
import { db } from '#lib/core/db.ts'
import { transaction } from '#lib/core/outbox.ts'
import { type Sentence, say } from '#lib/core/sentence.ts'
import type { Actor } from '#lib/domain/accounts/schema.ts'
import { moderate } from '#lib/domain/comments/moderation.ts'
import { decideSignal } from '#lib/domain/fraud/commands.ts'
import { readSignal } from '#lib/domain/fraud/queries.ts'
import { reviewKyc } from '#lib/domain/kyc/review-submission.ts'
import { reviewTrack } from '#lib/domain/tracks/commands.ts'
import { readReviewedTrack } from '#lib/domain/tracks/queries.ts'
import { getVideo } from '#lib/domain/videos/queries.ts'
import { approveVideo, rejectVideo } from '#lib/domain/videos/review-video.ts'
import { holdDecision } from './commands.ts'
import { noDetails } from './schema.ts'

/** `undoable` holds the decision first; `address` is the client's. */
type Taken = { readonly undoable: boolean; readonly officer: Actor; readonly address: string }

/** @returns the video afterwards @throws as `approveVideo`, `rejectVideo` */
export async function takeVideoDecision(
  taken: Taken & { videoId: string; action: 'approve' | 'reject'; reason: string },
): Promise<Video> {
  const { undoable, videoId, action, reason, officer, address } = taken
  if (undoable) {
    const subject = { type: 'video', id: videoId } as const
    await holdDecision({ subject, action, reason, details: noDetails, officer, address })
    return getVideo(videoId, officer)
  }
  return action === 'approve'
    ? approveVideo({ videoId, officer, address })
    : rejectVideo({ videoId, reason, officer, address })
}

/** @returns the track afterwards @throws as `reviewTrack` */
export async function takeTrackDecision(
  taken: Taken & { trackId: string; status: 'approved' | 'rejected'; comments: string },
): Promise<GivenReviewedTrack> {
  const { undoable, ...decision } = taken
  if (!undoable) return reviewTrack(decision)
  const { trackId, status, comments: reason, officer, address } = decision
  const action = status === 'approved' ? 'approve' : 'reject'
  const subject = { type: 'track', id: trackId } as const
  await holdDecision({ subject, action, reason, details: noDetails, officer, address })
  return readReviewedTrack(trackId)
}

/** @returns the new state, and a sentence for the officer @throws as `reviewKyc` */
export async function takeKycDecision(
  taken: Taken & z.output<typeof reviewKycCall.body> & { userId: string },
): Promise<{ kyc_status: KycStatus; message: Sentence }> {
  const { undoable, ...decision } = taken
  if (!undoable) {
    const kyc_status = await reviewKyc(decision)
    return { kyc_status, message: say('kyc_decided', { status: kyc_status }) }
  }
  const { userId, action, reason, officer, address, ...details } = decision
  await holdDecision({ subject: { type: 'kyc', id: userId }, action, reason, details, officer, address })
  return { kyc_status: 'under_review', message: say('undo_offered', { seconds: UNDO_SECONDS }) }
}

/** Dismisses or escalates. @returns the signal afterwards @throws as `decideSignal` */
export async function takeSignalDecision(
  taken: Taken & { signalId: string; action: 'approve' | 'reject'; note: string; seen?: number | undefined },
): Promise<FraudSignal> {
  const { undoable, action, seen, ...decision } = taken
  const { signalId: id, note: reason, officer, address } = decision
  if (!undoable) {
    const outcome = action === 'approve' ? 'dismissed' : 'escalated'
    return transaction((tx) => decideSignal(tx, { ...decision, outcome, seen }))
  }
  const details = { ...noDetails, seen }
  await holdDecision({ subject: { type: 'signal', id }, action, reason, details, officer, address })
  return readSignal(db(), id)
}

/** @throws as `moderate` */
export async function takeCommentDecision(
  taken: Taken & { commentId: string; action: 'approve' | 'reject'; reason: string },
): Promise<void> {
  const { undoable, ...decision } = taken
  if (!undoable) return transaction((tx) => moderate(tx, decision))
  const { commentId: id, ...rest } = decision
  await holdDecision({ ...rest, subject: { type: 'comment', id }, details: noDetails })
}
