import { z } from 'zod'
import { defineCall, timestamp, uuid, wholeNumber } from '#lib/contract/call.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { settingNames, settingUnits } from './constants.ts'

export * from './constants.ts'

const change = z.object({
  at: timestamp,
  /** Username. */
  by: z.string().nullable(),
  before: z.number(),
  after: z.number(),
})

export const systemSetting = z.object({
  name: z.enum(settingNames),
  value: z.number(),
  default: z.number(),
  min: z.number(),
  max: z.number(),
  unit: z.enum(settingUnits),
  /** 0 before the first change; a change must name the version it is based on. */
  version: z.number().int(),
  /** Newest first, at most ten. */
  changes: z.array(change),
  /** A change needs two super admins. */
  takes_two: z.boolean(),
  /** A proposed change that a second super admin must confirm. */
  proposal: z
    .object({
      id: z.string(),
      value: z.number(),
      proposed_by: z.string(),
      proposed_at: timestamp,
      /** Nobody confirms their own proposal. */
      can_confirm: z.boolean(),
      /** The proposer is no super admin any more: the proposal can only be cancelled. */
      is_proposer_gone: z.boolean(),
    })
    .nullable(),
})
export type SystemSetting = z.infer<typeof systemSetting>

export const systemSettings = defineCall('GET /admin/system-settings/', {
  group: 'Admin',
  summary: 'Every setting with its bounds, and who changed it',
  access: ['super_admin'],
  answer: z.object({ results: z.array(systemSetting) }),
})

export const changeSystemSetting = defineCall('PATCH /admin/system-settings/', {
  group: 'Admin',
  alsoAnswers: [202, 409],
  summary:
    'Change one setting; 202 where it waits for a second super admin, 409 where it has changed since it was read',
  access: ['super_admin'],
  body: z.object({
    name: z.enum(settingNames, { error: codedSentence('choose.setting') }),
    value: z.number({ error: codedSentence('field.number_required') }),
    version: wholeNumber.min(0, codedSentence('field.at_least', { min: 0 })),
  }),
  answer: systemSetting,
})

const one = z.object({ id: uuid })

export const approveSettingProposal = defineCall('POST /admin/system-settings/proposals/{id}/approve/', {
  group: 'Admin',
  alsoAnswers: [400, 409],
  summary: "Confirm another super admin's change of a setting, which is then in force",
  access: ['super_admin'],
  params: one,
  answer: systemSetting,
})

export const rejectSettingProposal = defineCall('POST /admin/system-settings/proposals/{id}/reject/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Call a proposed change of a setting off; its own super admin may, too',
  access: ['super_admin'],
  params: one,
  answer: systemSetting,
})
