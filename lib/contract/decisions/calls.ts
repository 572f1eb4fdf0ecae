import { z } from 'zod'
import { defineCall, optionalText, uuid } from '#lib/contract/call.ts'
import { claimSubjectType } from '#lib/contract/review/claims.ts'
import { DECIDED_AT_ONCE_MAX, REVIEW_REASON_MAX } from '#lib/contract/review/constants.ts'
import { TRACK_REASON_REQUIRED } from '#lib/contract/tracks/rules.ts'
import { VIDEO_REASON_REQUIRED } from '#lib/contract/videos/submissions.ts'

const officers = ['compliance_officer', 'super_admin'] as const

const several = z
  .array(uuid)
  .min(1, { error: 'Choose at least one.' })
  .max(DECIDED_AT_ONCE_MAX, { error: `Choose at most ${DECIDED_AT_ONCE_MAX}.` })
  .transform((ids) => [...new Set(ids)])

/** A decision that may still be undone. */
const heldDecision = z.object({
  id: z.string(),
  subject_type: claimSubjectType,
  /** The user's id for KYC, else the track's or the video's. */
  subject_id: z.string(),
  action: z.enum(['approve', 'reject']),
  /** Whose it is. */
  owner: z.string(),
  /** Until it takes effect; 0 where it is about to. */
  seconds_left: z.number(),
})
export type HeldDecision = z.infer<typeof heldDecision>

export const heldDecisions = defineCall('GET /users/compliance/decisions/', {
  group: 'Compliance',
  summary: "The officer's own decisions that may still be undone, the newest first",
  access: officers,
  answer: z.object({ decisions: z.array(heldDecision) }),
})

export const undoDecisions = defineCall('POST /users/compliance/decisions/undo/', {
  group: 'Compliance',
  summary: 'Undo own decisions that have not taken effect; nobody has been told of them',
  access: officers,
  body: z.object({ ids: several }),
  /** One for each id, in their order: not undone is what has taken effect, or is not the officer's. */
  answer: z.object({ results: z.array(z.object({ id: z.string(), undone: z.boolean() })) }),
})

/**
 * What may be decided several at once: nobody approves a video unseen, and an identity is always looked at by itself. A track is
 * approved so where tracks of its musician were approved before.
 */
const together = ['track approve', 'track reject', 'video reject', 'comment keep']

const reasonsRequired: Readonly<Record<string, string>> = {
  track: TRACK_REASON_REQUIRED,
  video: VIDEO_REASON_REQUIRED,
}

export const decideSeveral = defineCall('POST /users/compliance/decisions/', {
  group: 'Compliance',
  summary:
    'Decide several tracks, videos or comments, each by itself: what is refused stays, the others are decided',
  access: officers,
  body: z
    .object({
      subject_type: z.enum(['track', 'video', 'comment'], { error: 'Choose track, video or comment.' }),
      action: z.enum(['approve', 'reject', 'keep'], { error: 'Choose approve, reject or keep.' }),
      ids: several,
      /** For the owners; where they are rejected. */
      reason: optionalText(REVIEW_REASON_MAX).default(''),
    })
    .refine(({ subject_type, action }) => together.includes(`${subject_type} ${action}`), {
      path: ['action'],
      message: 'These are not decided several at once.',
    })
    .superRefine(({ subject_type, action, reason }, context) => {
      if (action === 'reject' && reason === '')
        context.addIssue({ code: 'custom', path: ['reason'], message: reasonsRequired[subject_type] })
    }),
  answer: z.object({
    /** One for each id, in their order. Tracks and videos may be undone for UNDO_SECONDS. */
    results: z.array(
      z.object({
        id: z.string(),
        decided: z.boolean(),
        /** By what it can be undone; null where it can not. */
        decision_id: z.string().nullable(),
        /** Why not: as the call for one of them would refuse it; empty where it is decided. */
        code: z.string(),
        error: z.string(),
      }),
    ),
  }),
})
export type SeveralDecisions = z.output<typeof decideSeveral.body>
export type DecisionResult = z.infer<typeof decideSeveral.answer>['results'][number]
