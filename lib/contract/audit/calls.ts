import { z } from 'zod'
import { defineCall, money, optionalText, pageOf, paging, timestamp } from '#lib/contract/call.ts'
import { SEARCH_MAX } from '#lib/contract/constants.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

export * from './constants.ts'

const day = /^\d{4}-\d{2}-\d{2}$/

/** A day in Nairobi (`2026-11-22`) or a moment (ISO 8601). */
const dayOrMoment = z
  .string()
  .refine(
    (value) => (day.test(value) ? z.iso.date() : z.iso.datetime({ offset: true })).safeParse(value).success,
    codedSentence('field.not_date_or_time'),
  )

export const auditFilters = z.object({
  /** A username, a part of one, or a user's id. */
  actor: optionalText(100).optional(),
  /** A stable word (`kyc.approved`), what it is about (`kyc`), or `decisions` or `money` for all of those. */
  action: optionalText(60).optional(),
  from: dayOrMoment.optional(),
  /** A day counts whole. */
  to: dayOrMoment.optional(),
  search: optionalText(SEARCH_MAX).optional(),
})
export type AuditFilters = z.infer<typeof auditFilters>

const values = z.record(z.string(), z.unknown()).nullable()

export const auditLog = z.object({
  id: z.string(),
  /** `System` for what the product did by itself. */
  admin_username: z.string(),
  action_type: z.string(),
  action_type_display: z.string(),
  description: z.string(),
  affected_resource: z.string(),
  /** The kind and key of what was acted on, its name where it has one, and its amount in shillings where it is money. */
  subject_type: z.string(),
  subject_id: z.string(),
  subject_name: z.string().nullable(),
  subject_amount: money.nullable(),
  /** The names of those ids in `before` and `after` that have one. */
  names: z.record(z.string(), z.string()),
  ip_address: z.string(),
  created_at: timestamp,
  before: values,
  after: values,
  /** Its link of the chain; null in the first seconds. */
  seal: z.string().nullable(),
})
export type AuditLog = z.infer<typeof auditLog>

export const auditLogs = defineCall('GET /admin/audit-logs/', {
  group: 'Admin',
  summary: 'Who did what to whom, the newest first; the same with .csv as a file',
  access: ['super_admin'],
  query: auditFilters.extend(paging),
  answer: pageOf(auditLog).extend({
    /** Every action there is, for a choice. */
    actions: z.array(z.object({ action_type: z.string(), action_type_display: z.string() })),
  }),
})
export type AuditLogPage = z.infer<typeof auditLogs.answer>

/** The same list whole as a file (CSV). */
export const auditFile = defineCall('GET /admin/audit-logs.csv', {
  group: 'Admin',
  summary: 'The list as a file',
  access: ['super_admin'],
  query: auditFilters,
  answer: z.string(),
})
