import { z } from 'zod'
import {
  defineCall,
  inLowerCase,
  money,
  pageOf,
  paging,
  roleNames,
  searched,
  timestamp,
} from '#lib/contract/call.ts'
import { kycStatus } from '#lib/contract/kyc/calls.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { userStates } from './constants.ts'

export { type UserState, userStates } from './constants.ts'

export const userOrderings = [
  '-created_at',
  'created_at',
  'username',
  '-username',
  '-wallet_balance',
  'wallet_balance',
  '-last_active_at',
  'last_active_at',
] as const
export type UserOrdering = (typeof userOrderings)[number]

export const userItem = z.object({
  id: z.string(),
  username: z.string(),
  /** The public name; empty for staff who have none and for whoever is erased. */
  display_name: z.string(),
  email: z.string(),
  /** With its middle hidden; empty where none is known. */
  phone_number: z.string(),
  role: z.enum(roleNames),
  state: z.enum(userStates),
  /** Null for staff, who have none. */
  kyc_status: kycStatus.nullable(),
  /** What they can spend, as their own wallet says it; null for those who have no wallet. */
  wallet_balance: money.nullable(),
  /** Held for withdrawals that are under way, beside the balance. */
  wallet_held: money.nullable(),
  created_at: timestamp,
  last_active_at: timestamp.nullable(),
})
export type UserItem = z.infer<typeof userItem>

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, error: string) =>
  z.preprocess((given) => inLowerCase(given) || undefined, z.enum(words, { error }).optional())

export const listUsers = defineCall('GET /admin/users/', {
  group: 'Admin',
  summary: 'Everybody who has an account, with role, state and wallet',
  access: ['super_admin'],
  query: z.object({
    ...paging,
    /** Any part of a name or of the email; a whole phone number, however it is written. */
    search: searched,
    role: oneOf(roleNames, codedSentence('choose.role')),
    /** Left out: everybody but the erased, as the overview's total has it. */
    state: oneOf(
      userStates,
      codedSentence('choose.one_of', { words: 'active, unverified, inactive or erased' }),
    ),
    /** Anything unknown falls back to newest first. Whoever has no wallet, or was never here, comes last. */
    ordering: z.enum(userOrderings).default('-created_at').catch('-created_at'),
  }),
  answer: pageOf(userItem),
})
export type UsersQuery = z.output<typeof listUsers.query>
export type UsersPage = z.infer<typeof listUsers.answer>
