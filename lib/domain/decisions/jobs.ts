import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

export const finishDecisionJob = defineJob({
  queue: 'housekeeping',
  name: 'finish-decision',
  schema: z.object({ decisionId: z.uuid() }),
  attempts: 5,
})

/** Carries out due decisions whose job was lost or became a dead letter. */
export const finishDueDecisionsJob = defineJob({
  queue: 'housekeeping',
  name: 'finish-due-decisions',
  attempts: 1,
})
