import { z } from 'zod'
import { defineCall, sentence, timestamp } from '#lib/contract/call.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { alertKinds } from './constants.ts'

export * from './constants.ts'

const access = ['super_admin'] as const
const kind = z.enum(alertKinds, { error: codedSentence('choose.alert') })

const systemAlert = z.object({
  id: z.string(),
  kind,
  /** What the last check found while the alert was open. */
  detail: sentence,
  opened_at: timestamp,
  closed_at: timestamp.nullable(),
  mailed_at: timestamp.nullable(),
})
export type SystemAlert = z.infer<typeof systemAlert>

const answer = z.object({
  kinds: z.array(z.object({ kind, is_mailed: z.boolean() })),
  /** Open alerts first, then the newest; at most fifty. */
  results: z.array(systemAlert),
})
export type SystemAlerts = z.infer<typeof answer>
export type GivenSystemAlerts = z.input<typeof answer>

export const systemAlerts = defineCall('GET /admin/alerts/', {
  group: 'Admin',
  summary: 'What is and was wrong with the product itself, and what of it is mailed to the super admins',
  access,
  answer,
})

export const chooseAlert = defineCall('PATCH /admin/alerts/', {
  group: 'Admin',
  summary: 'Whether alerts of a kind are mailed to the super admins',
  access,
  body: z.object({ kind, is_mailed: z.boolean({ error: codedSentence('field.not_boolean') }) }),
  answer,
})
