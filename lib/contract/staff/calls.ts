import { z } from 'zod'
import { emailAddress } from '#lib/contract/accounts/emails.ts'
import {
  defineCall,
  nothing,
  optionalText,
  pageOf,
  paging,
  requiredName,
  timestamp,
  uuid,
} from '#lib/contract/call.ts'
import { SEARCH_MAX } from '#lib/contract/constants.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { staffRoles } from './constants.ts'

export * from './constants.ts'

const access = ['super_admin'] as const

export const staffMember = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(staffRoles),
  is_active: z.boolean(),
  /** False until they choose a password by the invitation's link. */
  has_joined: z.boolean(),
  /** Another super admin than the inviter must activate them. */
  awaits_confirmation: z.boolean(),
  /**
   * The inviter is no super admin any more: the invitation is withdrawn, unless nobody else could confirm it.
   */
  is_inviter_gone: z.boolean(),
  /** Username; null for the first staff. */
  invited_by: z.string().nullable(),
  /** Asked for an app code at each sign-in. */
  has_second_factor: z.boolean(),
  /** Needs a second super admin. */
  second_factor_reset: z
    .object({
      requested_by: z.string(),
      requested_at: timestamp,
      /** Nobody confirms their own request, or one about themselves. */
      can_approve: z.boolean(),
      /** The requester is no super admin any more: the reset can only be cancelled. */
      is_requester_gone: z.boolean(),
    })
    .nullable(),
  kyc_reviews_count: z.number().int(),
  last_activity: timestamp.nullable(),
})
export type StaffMember = z.infer<typeof staffMember>

export const listStaff = defineCall('GET /admin/compliance-staff/', {
  group: 'Admin',
  summary: 'Officers and super admins, the active ones first',
  access,
  query: z.object({
    ...paging,
    search: optionalText(SEARCH_MAX).optional(),
    is_active: z.enum(['true', 'false'], { error: codedSentence('field.not_choice') }).optional(),
  }),
  answer: pageOf(staffMember),
})
export type StaffPage = z.infer<typeof listStaff.answer>

/** Validity of the invitation's link. */
export const INVITATION_DAYS = 3

export const inviteStaff = defineCall('POST /admin/compliance-staff/', {
  group: 'Admin',
  summary: 'Open an account for an officer or super admin; a one-use link to choose a password is mailed',
  access,
  body: z.object({
    first_name: requiredName(60),
    last_name: requiredName(60),
    email: emailAddress,
    /** By default first and last name. */
    username: requiredName(60, 2).optional(),
    role: z
      .enum(staffRoles, {
        error: codedSentence('choose.one_of', { words: 'compliance_officer or super_admin' }),
      })
      .default('compliance_officer'),
  }),
  status: 201,
  answer: staffMember,
})

const one = z.object({ id: uuid })

export const activateStaff = defineCall('POST /admin/compliance-staff/{id}/activate/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Let a staff member sign in again, or confirm a new super admin whom another has invited',
  access,
  params: one,
  answer: staffMember,
})

export const deactivateStaff = defineCall('POST /admin/compliance-staff/{id}/deactivate/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'End all sessions of a staff member, who can not sign in any more',
  access,
  params: one,
  answer: staffMember,
})

export const withdrawInvitation = defineCall('POST /admin/compliance-staff/{id}/withdraw/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Take back the invitation of somebody who has not joined; their name and email are free again',
  access,
  params: one,
  status: 204,
  answer: nothing,
})

export const resetSecondFactor = defineCall('POST /admin/compliance-staff/{id}/reset-second-factor/', {
  group: 'Admin',
  summary:
    'Ask that the authenticator app of another staff member be forgotten; it waits for a second super admin',
  access,
  params: one,
  status: 202,
  answer: staffMember,
})

export const approveSecondFactorReset = defineCall(
  'POST /admin/compliance-staff/{id}/reset-second-factor/approve/',
  {
    group: 'Admin',
    alsoAnswers: [409],
    summary: "Confirm another super admin's reset: the app is forgotten, and its owner's sessions end",
    access,
    params: one,
    answer: staffMember,
  },
)

export const rejectSecondFactorReset = defineCall(
  'POST /admin/compliance-staff/{id}/reset-second-factor/reject/',
  {
    group: 'Admin',
    summary: 'Call a waiting reset off; who has asked for it may, too',
    access,
    params: one,
    answer: staffMember,
  },
)
