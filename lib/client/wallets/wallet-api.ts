import type { z } from 'zod'
import { apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type {
  Cancelled,
  Topup,
  TopupAnswer,
  transactions,
  Wallet,
  WithdrawAnswer,
  Withdrawal,
} from '#lib/contract/wallets/calls.ts'

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

/** What a person asks for, and the name of this try: a double tap or a lost answer moves the money once. */
export type MoneyRequest = { amount: number; phone: string; attempt: string }

function moneyCall<Answer>(path: string, { amount, phone, attempt }: MoneyRequest): Promise<Answer> {
  const headers = { 'Idempotency-Key': attempt }
  return apiPost<Answer>(path, { amount, phone_number: phone }, { headers })
}

/** @throws ApiError */
export function requestWithdrawal(request: MoneyRequest): Promise<WithdrawAnswer> {
  return moneyCall('/wallet/api/withdraw/initiate/', request)
}

/** @throws ApiError */
export function requestTopup(request: MoneyRequest): Promise<TopupAnswer> {
  return moneyCall('/wallet/api/topup/initiate/', request)
}

/** @throws ApiError */
export function fetchTopup(id: string, signal?: AbortSignal): Promise<Topup> {
  return apiGet<Topup>(`/wallet/api/topup/status/${id}/`, { signal })
}

/** The newest withdrawals. @throws ApiError */
export function fetchWithdrawals(signal?: AbortSignal): Promise<Withdrawal[]> {
  return apiGet<Withdrawal[]>('/wallet/api/withdrawals/', { signal })
}

/** @throws ApiError */
export function cancelWithdrawal(reference: string): Promise<Cancelled> {
  return apiPost(`/wallet/api/withdrawals/${reference}/cancel/`, {})
}
