import { z } from 'zod'
import { defineCall, roleNames } from '#lib/contract/call.ts'
import { SEARCH_MAX } from '#lib/contract/constants.ts'
import { dispute } from '#lib/contract/disputes/calls.ts'
import { adminPayment } from '#lib/contract/reconciliation/calls.ts'
import { codedSentence } from '#messages/server/catalogue.ts'

const foundPerson = z.object({
  id: z.string(),
  username: z.string(),
  /** Empty for staff. */
  display_name: z.string(),
  email: z.string(),
  /** Masked. */
  phone_number: z.string(),
  role: z.enum(roleNames),
})

const foundVideo = z.object({
  id: z.string(),
  title: z.string(),
  dancer: z.string(),
  vote_code: z.string(),
  status: z.enum(['pending_review', 'approved', 'rejected']),
})

export const search = defineCall('GET /admin/search/', {
  group: 'Admin',
  summary:
    'People, payments, disputes and videos by a name, email, phone, receipt, reference, vote code or id',
  access: ['super_admin'],
  query: z.object({
    /** A text under three characters finds nothing. */
    q: z
      .string()
      .trim()
      .max(SEARCH_MAX, codedSentence('field.too_long', { max: SEARCH_MAX }))
      .default(''),
  }),
  answer: z.object({
    /** Also owners of found payments and withdrawals, or of the video of a found gift. */
    people: z.array(foundPerson),
    /** The typed phone, or payers of found payments. */
    payers: z.array(
      z.object({
        /** Key of the payer's page, `/admin/payers/{key}/`. */
        key: z.string(),
        /** Masked. */
        phone: z.string(),
      }),
    ),
    /** Payments and withdrawals in the form of GET /admin/payments/. */
    payments: z.array(adminPayment.omit({ proposal: true })),
    /** By a whole reference, receipt or phone; open ones first. */
    disputes: z.array(dispute.pick({ id: true, reference: true, kind: true, state: true, receipt: true })),
    videos: z.array(foundVideo),
  }),
})
export type SearchFound = z.infer<typeof search.answer>
