import { z } from 'zod'
import {
  defineCall,
  filterDay,
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
import { userSelections, userStates } from './constants.ts'

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
  /** Empty for staff without one and for erased users. */
  display_name: z.string(),
  email: z.string(),
  /** Masked; empty if unknown. */
  phone_number: z.string(),
  role: z.enum(roleNames),
  state: z.enum(userStates),
  /** Null for staff. */
  kyc_status: kycStatus.nullable(),
  /** Whether a proposal to revoke the identity waits for a second super admin. */
  has_revocation: z.boolean(),
  /** Spendable; null without a wallet. */
  wallet_balance: money.nullable(),
  /** Held for pending withdrawals, in addition to the balance. */
  wallet_held: money.nullable(),
  created_at: timestamp,
  last_active_at: timestamp.nullable(),
})
export type UserItem = z.infer<typeof userItem>

const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words, error: string) =>
  z.preprocess((given) => inLowerCase(given) || undefined, z.enum(words, { error }).optional())

export const userFilters = z.object({
  /** Part of a name or email, or a whole phone number in any form. */
  search: searched,
  role: oneOf(roleNames, codedSentence('choose.role')),
  /** By default all but erased users, like the overview's total. */
  state: oneOf(
    userSelections,
    codedSentence('choose.one_of', { words: 'active, unverified, inactive, erased or revocation' }),
  ),
  /** By the day the user joined. */
  from: filterDay,
  /** Inclusive. */
  to: filterDay,
})
export type UserFilters = z.output<typeof userFilters>

export const listUsers = defineCall('GET /admin/users/', {
  group: 'Admin',
  summary: 'Everybody who has an account, with role, state and wallet; the same with .csv as a file',
  access: ['super_admin'],
  query: userFilters.extend({
    ...paging,
    /** Newest first if unknown. Users without a wallet or activity sort last. */
    ordering: z.enum(userOrderings).default('-created_at').catch('-created_at'),
  }),
  answer: pageOf(userItem),
})
export type UsersQuery = z.output<typeof listUsers.query>
export type UsersPage = z.infer<typeof listUsers.answer>

export const userTotals = defineCall('GET /admin/users/totals/', {
  group: 'Admin',
  summary: 'How many users match, and what their wallets hold',
  access: ['super_admin'],
  query: userFilters,
  answer: z.object({
    people: z.number().int(),
    /** Spendable money in the wallets of these users. */
    balance: money,
    /** Held for pending withdrawals, in addition to the balance. */
    held: money,
  }),
})
export type UserTotals = z.infer<typeof userTotals.answer>

export const userFile = defineCall('GET /admin/users.csv', {
  group: 'Admin',
  summary: 'The list as a file, those who joined last first',
  access: ['super_admin'],
  query: userFilters,
  answer: z.string(),
})
