import { z } from 'zod'
import { defineCall, requiredText, uuid } from '#lib/contract/call.ts'
import { DEACTIVATION_REASON_MAX } from './constants.ts'

const account = z.object({ id: z.string(), is_active: z.boolean() })
export type ActivatedAccount = z.infer<typeof account>

const ofOne = {
  group: 'Admin',
  access: ['super_admin'],
  params: z.object({ id: uuid }),
  /** Code of a 409: `staff_account`. */
  alsoAnswers: [409],
  answer: account,
} as const

const body = z.object({ reason: requiredText(DEACTIVATION_REASON_MAX, 3) })

export const activateUser = defineCall('POST /admin/users/{id}/activate/', {
  ...ofOne,
  summary: 'Let a dancer or musician sign in again; their videos are back in a month that still runs',
  body,
})

export const deactivateUser = defineCall('POST /admin/users/{id}/deactivate/', {
  ...ofOne,
  summary:
    'End all sessions of a dancer or musician, who is mailed the reason, and take their videos out of the month',
  body,
})
