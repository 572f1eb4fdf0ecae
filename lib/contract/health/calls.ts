import { z } from 'zod'
import { defineCall, sentence, timestamp } from '#lib/contract/call.ts'
import { shownQueues } from './constants.ts'

export const checkNames = [
  'postgres',
  'redis',
  'object_store',
  'worker',
  'realtime',
  'clocks',
  'mail',
  'mpesa_token',
  'mpesa_circuit',
  'callbacks',
  'callback_sources',
  'paybill',
  'statement',
  'payouts',
  'outbox',
  'ledger_laws',
  'audit_chain',
  'backup',
] as const
export type CheckName = (typeof checkNames)[number]

export const checkStatuses = ['ok', 'warning', 'failed'] as const
export type CheckStatus = (typeof checkStatuses)[number]

export const healthCheck = z.object({
  name: z.enum(checkNames),
  status: z.enum(checkStatuses),
  latency_ms: z.number().int().nullable(),
  detail: sentence,
})
export type HealthCheck = z.infer<typeof healthCheck>

export const healthMetrics = defineCall('GET /admin/health-metrics/', {
  group: 'Admin',
  summary: 'Every part of the product and how it does, the queues, and the payments under way',
  access: ['super_admin'],
  answer: z.object({
    /** `down`: nothing works without the failed part. */
    status: z.enum(['healthy', 'degraded', 'down']),
    checked_at: timestamp,
    checks: z.array(healthCheck),
    queues: z.array(
      z.object({
        name: z.enum(shownQueues),
        waiting: z.number().int(),
        active: z.number().int(),
        failed: z.number().int(),
        oldest_age_s: z.number().int().nullable(),
      }),
    ),
    payments: z.object({
      pending: z.number().int(),
      /** Number of cases in GET /admin/payments/?status=unresolved. */
      unresolved: z.number().int(),
      /** Seconds from callback to settlement; null without recent callbacks. */
      callback_p95_s: z.number().nullable(),
    }),
  }),
})
export type HealthMetrics = z.infer<typeof healthMetrics.answer>
export type GivenHealthMetrics = z.input<typeof healthMetrics.answer>

export const deadLetter = z.object({
  id: z.string(),
  queue: z.string(),
  name: z.string(),
  error: z.string(),
  failed_at: timestamp,
})
export type DeadLetter = z.infer<typeof deadLetter>

export const deadLetters = defineCall('GET /admin/dead-letters/', {
  group: 'Admin',
  summary: 'Jobs that used up their tries, the newest hundred',
  access: ['super_admin'],
  answer: z.object({ count: z.number().int(), results: z.array(deadLetter) }),
})

export const retryDeadLetter = defineCall('POST /admin/dead-letters/{id}/retry/', {
  group: 'Admin',
  summary: 'Give a failed job its tries again',
  access: ['super_admin'],
  params: z.object({ id: z.string().regex(/^[\w:-]{1,120}$/) }),
  status: 202,
  answer: z.object({ message: sentence }),
})

/** Parts of the product as visitors know them. */
export const publicParts = ['site', 'voting', 'live', 'payouts', 'mail', 'books'] as const
export type PublicPart = (typeof publicParts)[number]

export const publicStatus = defineCall('GET /status/', {
  group: 'Operations',
  summary: 'How each part of the product does, in words for everybody; looked at every ten seconds',
  answer: z.object({
    status: z.enum(['healthy', 'degraded', 'down']),
    checked_at: timestamp,
    parts: z.array(z.object({ name: z.enum(publicParts), status: z.enum(checkStatuses) })),
  }),
})
export type PublicStatus = z.infer<typeof publicStatus.answer>

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
