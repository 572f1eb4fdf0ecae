import { z } from 'zod'
import { defineCall, optionalText, sentence, uuid } from '#lib/contract/call.ts'
import { REMOVAL_REASON_MAX } from '#lib/contract/comments/constants.ts'
import { claimSubjectType } from '#lib/contract/review/claims.ts'
import { DECIDED_AT_ONCE_MAX, REVIEW_REASON_MAX } from '#lib/contract/review/constants.ts'
import { TRACK_REASON_REQUIRED } from '#lib/contract/tracks/rules.ts'
import { VIDEO_REASON_REQUIRED } from '#lib/contract/videos/submissions.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

const officers = ['compliance_officer', 'super_admin'] as const

const several = z
  .array(uuid)
  .min(1, { error: codedSentence('choose.at_least_one') })
  .max(DECIDED_AT_ONCE_MAX, { error: codedSentence('choose.at_most', { max: DECIDED_AT_ONCE_MAX }) })
  .transform((ids) => [...new Set(ids)])

/** Signals and comments need no claim. */
export const decidedSubjectType = z.enum([...claimSubjectType.options, 'signal', 'comment'])
export type DecidedSubjectType = z.infer<typeof decidedSubjectType>

const heldDecision = z.object({
  id: z.string(),
  subject_type: decidedSubjectType,
  /** The user's id for KYC. */
  subject_id: z.string(),
  /** For a signal: dismiss or escalate; for a comment: keep or remove. */
  action: z.enum(['approve', 'reject']),
  /** The signal's dancer or the comment's author. */
  owner: z.string(),
  /** Title of the track or video; otherwise null. */
  title: z.string().nullable(),
  /** Until the decision takes effect. */
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
  /**
   * One result per id, in order. `undone` is false if the decision has taken effect or is another officer's.
   */
  answer: z.object({ results: z.array(z.object({ id: z.string(), undone: z.boolean() })) }),
})

/**
 * Decisions that officers can take for several subjects at once. They must open a video to approve it, a
 * signal to dismiss it, and every identity. Approving tracks needs an earlier approved one of the musician.
 */
const together = [
  'track approve',
  'track reject',
  'video reject',
  'comment keep',
  'comment reject',
  'signal reject',
]

const reasonsRequired: Readonly<Record<string, string>> = {
  track: TRACK_REASON_REQUIRED,
  video: VIDEO_REASON_REQUIRED,
  comment: codedSentence('field.required'),
}

export const decideSeveral = defineCall('POST /users/compliance/decisions/', {
  group: 'Compliance',
  summary:
    'Decide several tracks, videos, comments or signals, each by itself: what is refused stays, the others are decided',
  access: officers,
  body: z
    .object({
      subject_type: z.enum(['track', 'video', 'comment', 'signal'], {
        error: codedSentence('choose.one_of', { words: 'track, video, comment or signal' }),
      }),
      /** `reject` removes a comment and escalates a signal. */
      action: z.enum(['approve', 'reject', 'keep'], {
        error: codedSentence('choose.one_of', { words: 'approve, reject or keep' }),
      }),
      ids: several,
      /** For the owners to read; for signals an optional note to super admins. */
      reason: optionalText(REVIEW_REASON_MAX).default(''),
    })
    .refine(({ subject_type, action }) => together.includes(`${subject_type} ${action}`), {
      path: ['action'],
      message: codedSentence('not_together'),
    })
    .superRefine(({ subject_type, action, reason }, context) => {
      const message = reasonsRequired[subject_type]
      if (action === 'reject' && reason === '' && message)
        context.addIssue({ code: 'custom', path: ['reason'], message })
      if (subject_type === 'comment' && reason.length > REMOVAL_REASON_MAX)
        context.addIssue({
          code: 'custom',
          path: ['reason'],
          message: codedSentence('field.too_long', { max: REMOVAL_REASON_MAX }),
        })
    }),
  answer: z.object({
    /** One result per id, in order. Undoable for UNDO_SECONDS. */
    results: z.array(
      z.object({
        id: z.string(),
        decided: z.boolean(),
        /** Null if it cannot be undone. */
        decision_id: z.string().nullable(),
        /** Code and sentence of the single call's refusal; empty if decided. */
        code: z.string(),
        error: sentence,
      }),
    ),
  }),
})
export type SeveralDecisions = z.output<typeof decideSeveral.body>
export type DecisionResult = z.infer<typeof decideSeveral.answer>['results'][number]
export type GivenDecisionResult = z.input<typeof decideSeveral.answer>['results'][number]
