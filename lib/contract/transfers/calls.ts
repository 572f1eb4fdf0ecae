import { z } from 'zod'
import {
  defineCall,
  money,
  optionalText,
  pageOf,
  paging,
  requiredNumber,
  sentence,
  timestamp,
  uuid,
} from '#lib/contract/call.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { TRANSFER_DESCRIPTION_MAX } from './constants.ts'

export * from './constants.ts'

const access = ['super_admin'] as const

export const walletItem = z.object({
  id: z.number().int(),
  wallet_type: z.string(),
  wallet_type_display: sentence,
  /** Positive on the account's normal side; a negative balance is an error. */
  amount: money,
  transaction_count: z.number().int(),
  /** Signed, for this wallet. */
  last_transaction: z.object({ type: z.string(), amount: money }).nullable(),
  updated_at: timestamp.nullable(),
  /** Maximum of a transfer; null if transfers cannot touch this wallet. */
  transferable: money.nullable(),
})
export type WalletItem = z.infer<typeof walletItem>
export type GivenWalletItem = z.input<typeof walletItem>

export const systemWallets = defineCall('GET /admin/wallets/', {
  group: 'Admin',
  summary: "The system's own wallets",
  access,
  answer: z.object({
    count: z.number().int(),
    results: z.array(walletItem),
    /** A person who moves more alone in 24 hours needs a second super admin. */
    second_approval_above: money,
    /** Moved by the caller alone in the last 24 hours. */
    moved_alone: money,
  }),
})
export type SystemWalletList = z.infer<typeof systemWallets.answer>
export type GivenSystemWalletList = z.input<typeof systemWallets.answer>

export const walletFile = defineCall('GET /admin/wallets.csv', {
  group: 'Admin',
  summary: 'Every wallet, those of people too, as a file',
  access,
  answer: z.string(),
})

const walletId = z
  .number(requiredNumber)
  .int(codedSentence('field.not_integer'))
  .positive(codedSentence('field.not_integer'))

/** Amounts up to here are exact in cents. */
const LARGEST = 1_000_000_000

const amount = z
  .number(requiredNumber)
  // Stops at the first error, so that a negative amount is not also reported as malformed.
  .positive({ error: codedSentence('amount.positive'), abort: true })
  .max(LARGEST, {
    error: codedSentence('amount.most', { max: LARGEST.toLocaleString('en-KE') }),
    abort: true,
  })
  .refine((value) => /^\d+(?:\.\d{1,2})?$/.test(String(value)), codedSentence('amount.decimals'))

const movedWallet = z.object({
  id: z.number().int(),
  wallet_type: z.string(),
  wallet_type_display: sentence,
  amount: money,
})

export const fundTransferView = z.object({
  id: z.string(),
  transaction_reference: z.string(),
  /** `waiting` for a second super admin. */
  status: z.enum(['waiting', 'completed', 'rejected']),
  amount: money,
  description: z.string(),
  /** Both wallets with the balance now, or right after the transfer. */
  source: movedWallet,
  destination: movedWallet,
  requested_by: z.string(),
  requested_at: timestamp,
  decided_by: z.string().nullable(),
  decided_at: timestamp.nullable(),
  is_own: z.boolean(),
  /** Nobody confirms their own transfer; two accounts of one person do not count as two. */
  can_approve: z.boolean(),
  /** The requester is no super admin any more: the transfer can only be cancelled. */
  is_requester_gone: z.boolean(),
})
export type FundTransfer = z.infer<typeof fundTransferView>
export type GivenFundTransfer = z.input<typeof fundTransferView>

export const fundTransfer = defineCall('POST /admin/fund-transfer/', {
  group: 'Admin',
  alsoAnswers: [202],
  summary:
    'Move money between two system wallets; above the threshold it waits for a second super admin (202)',
  access,
  body: z.object({
    source_wallet_id: walletId,
    destination_wallet_id: walletId,
    amount,
    description: optionalText(TRANSFER_DESCRIPTION_MAX).default(''),
  }),
  answer: fundTransferView,
  idempotent: true,
})
export type FundTransferBody = z.input<typeof fundTransfer.body>

export const fundTransfers = defineCall('GET /admin/fund-transfers/', {
  group: 'Admin',
  summary: 'Transfers, the newest first',
  access,
  query: z.object({
    ...paging,
    status: z
      .enum(['waiting', 'completed', 'rejected'], { error: codedSentence('field.not_choice') })
      .optional(),
  }),
  answer: pageOf(fundTransferView),
})
export type FundTransferPage = z.infer<typeof fundTransfers.answer>
export type GivenFundTransferPage = z.input<typeof fundTransfers.answer>

const one = z.object({ id: uuid })

export const approveTransfer = defineCall('POST /admin/fund-transfers/{id}/approve/', {
  group: 'Admin',
  summary: "Confirm another super admin's transfer; the money moves",
  access,
  params: one,
  answer: fundTransferView,
  idempotent: true,
})

export const rejectTransfer = defineCall('POST /admin/fund-transfers/{id}/reject/', {
  group: 'Admin',
  alsoAnswers: [409],
  summary: 'Call a waiting transfer off; its own super admin may, too',
  access,
  params: one,
  body: z.object({ reason: optionalText(TRANSFER_DESCRIPTION_MAX).default('') }),
  answer: fundTransferView,
})
