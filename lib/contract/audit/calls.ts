import { z } from 'zod'
import { defineCall, money, optionalText, pageOf, paging, timestamp } from '#lib/contract/call.ts'
import { SEARCH_MAX } from '#lib/contract/constants.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

export * from './constants.ts'

const day = /^\d{4}-\d{2}-\d{2}$/

/** Nairobi day (`2026-11-22`) or ISO 8601 moment. */
const dayOrMoment = z
  .string()
  .refine(
    (value) => (day.test(value) ? z.iso.date() : z.iso.datetime({ offset: true })).safeParse(value).success,
    codedSentence('field.not_date_or_time'),
  )

export const auditFilters = z.object({
  /** Username, a part of it, or user id. */
  actor: optionalText(100).optional(),
  /** An action (`kyc.approved`), its subject (`kyc`), or the groups `decisions` and `money`. */
  action: optionalText(60).optional(),
  from: dayOrMoment.optional(),
  /** A day is included whole. */
  to: dayOrMoment.optional(),
  search: optionalText(SEARCH_MAX).optional(),
})
export type AuditFilters = z.infer<typeof auditFilters>

const values = z.record(z.string(), z.unknown()).nullable()

export const auditLog = z.object({
  id: z.string(),
  /** `System` for automatic actions. */
  admin_username: z.string(),
  action_type: z.string(),
  action_type_display: z.string(),
  description: z.string(),
  affected_resource: z.string(),
  /** Kind and key of the subject; its name and amount (shillings) if it has them. */
  subject_type: z.string(),
  subject_id: z.string(),
  subject_name: z.string().nullable(),
  subject_amount: money.nullable(),
  /** Names by id, for the ids in `before` and `after`. */
  names: z.record(z.string(), z.string()),
  ip_address: z.string(),
  created_at: timestamp,
  before: values,
  after: values,
  /** The row's hash in the chain; null in the first seconds. */
  seal: z.string().nullable(),
})
export type AuditLog = z.infer<typeof auditLog>

export const auditLogs = defineCall('GET /admin/audit-logs/', {
  group: 'Admin',
  summary: 'Who did what to whom, the newest first; the same with .csv as a file',
  access: ['super_admin'],
  query: auditFilters.extend(paging),
  answer: pageOf(auditLog).extend({
    actions: z.array(z.object({ action_type: z.string(), action_type_display: z.string() })),
  }),
})
export type AuditLogPage = z.infer<typeof auditLogs.answer>

export const auditFile = defineCall('GET /admin/audit-logs.csv', {
  group: 'Admin',
  summary: 'The list as a file',
  access: ['super_admin'],
  query: auditFilters,
  answer: z.string(),
})
