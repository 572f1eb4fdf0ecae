import { z } from 'zod'
import { defineJob } from '#lib/core/queue.ts'

/** Lets a decision take effect once nobody can undo it any more. */
export const finishDecisionJob = defineJob({
  queue: 'housekeeping',
  name: 'finish-decision',
  schema: z.object({ decisionId: z.uuid() }),
  attempts: 5,
})

/** Finds decisions whose job was lost or has failed for good. */
export const finishDueDecisionsJob = defineJob({
  queue: 'housekeeping',
  name: 'finish-due-decisions',
  attempts: 1,
})
