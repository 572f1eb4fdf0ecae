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
  /** By its normal side: what it should hold reads as above zero, and below zero something is wrong. */
  amount: money,
  transaction_count: z.number().int(),
  /** Signed, as the wallet saw it. */
  last_transaction: z.object({ type: z.string(), amount: money }).nullable(),
  updated_at: timestamp.nullable(),
  /** What a transfer may take out of it; null where transfers do not touch it. */
  transferable: money.nullable(),
})
export type WalletItem = z.infer<typeof walletItem>
/** The same, before its sentences are in words. */
export type GivenWalletItem = z.input<typeof walletItem>

export const systemWallets = defineCall('GET /admin/wallets/', {
  group: 'Admin',
  summary: "The system's own wallets",
  access,
  answer: z.object({
    count: z.number().int(),
    results: z.array(walletItem),
    /** Where one person would move more than this alone in 24 hours, the transfer waits for a second super admin. */
    second_approval_above: money,
    /** What whoever asks has moved alone in the last 24 hours. */
    moved_alone: money,
  }),
})
export type SystemWalletList = z.infer<typeof systemWallets.answer>
/** The same, before its sentences are in words. */
export type GivenSystemWalletList = z.input<typeof systemWallets.answer>

/** Every wallet, those of people too, as a file (CSV). */
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

/** Far more than there is, and exact in cents. */
const LARGEST = 1_000_000_000

const amount = z
  .number(requiredNumber)
  // One sentence is enough: what is less than nothing is not also written wrongly.
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
  /** With what they hold now, or held right after it. */
  source: movedWallet,
  destination: movedWallet,
  requested_by: z.string(),
  requested_at: timestamp,
  decided_by: z.string().nullable(),
  decided_at: timestamp.nullable(),
  /** Whether who asks has asked for it. */
  is_own: z.boolean(),
  /** Whether who asks may confirm it: nobody confirms their own, and two people are two. */
  can_approve: z.boolean(),
  /** Who has asked for it is no super admin any more: nobody confirms it, and it is called off. */
  is_requester_gone: z.boolean(),
})
export type FundTransfer = z.infer<typeof fundTransferView>
/** The same, before its sentences are in words. */
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
/** The same, before its sentences are in words. */
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
