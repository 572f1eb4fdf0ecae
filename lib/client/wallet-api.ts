import type { z } from 'zod'
import type { Cancelled, transactions, Wallet } from '#lib/contract/wallets.ts'
import { apiGet, apiPost } from './api-client.ts'

export type TransactionPage = z.infer<typeof transactions.answer>

/** Few to a page: the card stands beside others. */
export const TRANSACTIONS_PER_PAGE = 5

/** The own wallet: the first of the list (spec 1, section 7). @throws ApiError */
export async function fetchMyWallet(signal?: AbortSignal): Promise<Wallet | null> {
  const wallets = await apiGet<Wallet[]>('/wallet/api/my-wallet/', { signal })
  return wallets[0] ?? null
}

/** @param page from 1 @throws ApiError */
export function fetchTransactions(page: number, signal?: AbortSignal): Promise<TransactionPage> {
  const query = { page, page_size: TRANSACTIONS_PER_PAGE }
  return apiGet<TransactionPage>('/wallet/api/transactions/', { query, signal })
}

/** Calls a withdrawal off by the token of its mail. @throws ApiError */
export function cancelByLink(token: string): Promise<Cancelled> {
  return apiPost('/wallet/api/withdraw/cancel/', { token })
}
