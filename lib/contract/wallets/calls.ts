import { z } from 'zod'
import { defineCall, money, pageOf, paging, sentence, timestamp } from '#lib/contract/call.ts'

export const wallet = z.object({
  id: z.number().int(),
  /** Spendable, without held money. */
  balance: money,
  held: money,
  total_earnings: money,
  total_votes_spent: money,
  transaction_count: z.number().int(),
  last_transaction_date: timestamp.nullable(),
  wallet_type: z.string(),
  /** If true, new withdrawals are refused (`withdrawals_frozen`) and pending ones are not sent. */
  withdrawals_frozen: z.boolean(),
})
export type Wallet = z.infer<typeof wallet>

export const myWallet = defineCall('GET /wallet/api/my-wallet/', {
  group: 'Wallets',
  summary: 'The own wallet, as a list of one',
  access: ['dancer', 'copyright_owner'],
  answer: z.array(wallet),
})

export const walletTransaction = z.object({
  id: z.string(),
  type: z.string(),
  /** Signed. */
  amount: money,
  balance_after: money,
  description: sentence,
  /** M-Pesa's receipt; empty without M-Pesa. */
  reference: z.string(),
  status: z.string(),
  created_at: timestamp,
})
export type WalletTransaction = z.infer<typeof walletTransaction>
export type GivenWalletTransaction = z.input<typeof walletTransaction>

export const transactions = defineCall('GET /wallet/api/transactions/', {
  group: 'Wallets',
  summary: 'What went in and out of the own wallet, newest first',
  access: ['dancer', 'copyright_owner'],
  query: z.object(paging),
  answer: pageOf(walletTransaction),
})
