import { z } from 'zod'
import { defineCall } from '#lib/contract/call.ts'

export const health = defineCall('GET /health/', {
  group: 'Operations',
  summary: 'The process is up',
  answer: z.object({ status: z.literal('ok') }),
})

export const ready = defineCall('GET /ready/', {
  group: 'Operations',
  alsoAnswers: [503],
  summary: 'Postgres and Redis answer; 503 otherwise',
  answer: z.object({
    status: z.enum(['ready', 'unavailable']),
    checks: z.record(z.string(), z.enum(['ok', 'failed'])),
  }),
})
