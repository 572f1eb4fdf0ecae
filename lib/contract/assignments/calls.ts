import { z } from 'zod'
import { defineCall, sentence, timestamp, uuid } from '#lib/contract/call.ts'
import { challengePhase } from '#lib/contract/challenges/calls.ts'

export const unassignedDancers = defineCall('GET /videos/track-assignments/unassigned-dancers/', {
  group: 'Admin',
  alsoAnswers: [404],
  summary: "Dancers who have paid for the month's challenge and have fewer than three tracks",
  access: ['super_admin'],
  answer: z.object({
    total_unassigned: z.number().int(),
    challenge: z.object({
      title: z.string(),
      current_phase: challengePhase,
      /** Submissions end earlier if voting does. */
      submissions_end_at: timestamp,
      /** Afterwards nobody gets tracks, not even by hand (409). */
      are_submissions_open: z.boolean(),
    }),
    unassigned_dancers: z.array(
      z.object({
        id: z.string(),
        first_name: z.string(),
        last_name: z.string(),
        username: z.string(),
        email: z.string(),
        subscribed_at: timestamp,
        /** Fewer than three, because the pool had no more tracks. */
        tracks_held: z.number().int(),
      }),
    ),
  }),
})
export type UnassignedDancers = z.infer<typeof unassignedDancers.answer>

export const assignmentStatistics = defineCall('GET /videos/track-assignments/statistics/', {
  group: 'Admin',
  summary: "The month's assignments in numbers; pending are those whose video waits for review",
  access: ['super_admin'],
  answer: z.object({
    total_assignments: z.number().int(),
    unique_dancers: z.number().int(),
    active_assignments: z.number().int(),
    pending_assignments: z.number().int(),
    completed_assignments: z.number().int(),
    cancelled_assignments: z.number().int(),
    unique_tracks: z.number().int(),
  }),
})
export type AssignmentStatistics = z.infer<typeof assignmentStatistics.answer>

export const bulkAssign = defineCall('POST /videos/track-assignments/bulk-assign/', {
  group: 'Admin',
  alsoAnswers: [404, 409],
  summary: 'Give every dancer who waits for tracks what the pool has, up to three each',
  access: ['super_admin'],
  answer: z.object({
    message: sentence,
    total_assigned: z.number().int(),
    dancers_assigned: z.number().int(),
    /** Dancers who still have fewer than three tracks; more follow when the pool grows. */
    dancers_short: z.number().int(),
  }),
})
export type BulkAssigned = z.infer<typeof bulkAssign.answer>
export type GivenBulkAssigned = z.input<typeof bulkAssign.answer>

export const assignIndividual = defineCall('POST /videos/track-assignments/assign-individual/', {
  group: 'Admin',
  alsoAnswers: [404, 409],
  summary: 'Give one dancer what the pool has, up to three tracks',
  access: ['super_admin'],
  body: z.object({ dancer_id: uuid, challenge_id: uuid }),
  answer: z.object({
    message: sentence,
    total_assigned: z.number().int(),
  }),
})
export type AssignedOne = z.infer<typeof assignIndividual.answer>
export type GivenAssignedOne = z.input<typeof assignIndividual.answer>
