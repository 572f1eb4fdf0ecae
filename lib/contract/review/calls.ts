import { z } from 'zod'
import { defineCall, nothing, timestamp, uuid } from '#lib/contract/call.ts'
import { claim, claimSubjectType } from './claims.ts'

const officers = ['compliance_officer', 'super_admin'] as const

export const complianceStats = defineCall('GET /users/compliance/stats/', {
  group: 'Compliance',
  summary: 'How much waits at the desk, and how fast it is decided',
  access: officers,
  answer: z.object({
    /** KYC submissions as in the list's `pending`: neither drafts nor undoable decisions. */
    pending: z.number().int(),
    /** This and the next two count submissions by state alone. */
    under_review: z.number().int(),
    approved: z.number().int(),
    rejected: z.number().int(),
    tracks_pending: z.number().int(),
    videos_pending: z.number().int(),
    /** Signals that wait for an officer. */
    signals_open: z.number().int(),
    /** Comments with an undismissed report. */
    comments_reported: z.number().int(),
    /** When the oldest waiting submission, track or video arrived; null without any. */
    oldest_pending_at: timestamp.nullable(),
    /** Over 30 days, with one decimal; null without decisions. */
    median_hours_to_decide: z.number().nullable(),
  }),
})
export type ComplianceStats = z.infer<typeof complianceStats.answer>

const subject = z.object({
  subject_type: claimSubjectType,
  /** For KYC the user's id. */
  subject_id: uuid,
})

export const takeClaim = defineCall('POST /users/compliance/claims/', {
  group: 'Compliance',
  alsoAnswers: [404, 409],
  summary:
    'Say that one looks at it now: 5 minutes, said again to go on. 409 `claimed` with `claim` where another does',
  access: officers,
  body: subject,
  answer: claim,
})

export const releaseClaim = defineCall('DELETE /users/compliance/claims/{subject_type}/{subject_id}/', {
  group: 'Compliance',
  summary: 'Stop looking at it; where one did not, nothing happens. A decision releases by itself',
  access: officers,
  params: subject,
  status: 204,
  answer: nothing,
})
