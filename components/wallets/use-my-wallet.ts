import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useAtMostEvery } from '#components/ui/use-at-most-every.ts'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import { renewAnswers } from '#lib/client/http/renew-answers.ts'
import { renewWallet } from '#lib/client/wallets/renew-wallet.ts'
import { useWalletSocket } from '#lib/client/wallets/wallet-sockets.ts'
import type { Wallet } from '#lib/contract/wallets/calls.ts'

/** The user's wallets; only the first is used. */
const walletQuery = apiQuery('GET /wallet/api/my-wallet/')
/** Few, because the wallet card is small. */
export const TRANSACTIONS_PER_PAGE = 5

const lists = [
  'GET /wallet/api/transactions/',
  'GET /wallet/api/withdrawals/',
  'GET /wallet/api/topup/status/{id}/',
] as const
/** The balance can change twice a second; the lists refetch at most this often. */
const LISTS_MS = 3_000

/**
 * The user's wallet; null if there is none. @param options `enabled`: false for roles without a wallet;
 * nothing is requested
 */
export function useMyWallet({ enabled = true } = {}) {
  return useQuery({ ...walletQuery, enabled, select: (wallets) => wallets[0] ?? null })
}

/** Keeps wallet, transactions, withdrawals and top-up up to date by the socket. */
export function useLiveWallet(): void {
  const client = useQueryClient()
  const askLists = useAtMostEvery(
    LISTS_MS,
    useCallback(() => {
      for (const name of lists) void renewAnswers(client, apiKey(name))
    }, [client]),
  )
  const isFirst = useRef(true)
  useWalletSocket({
    onUpdate: (wallet) => {
      const known = client.getQueryData(walletQuery.queryKey)?.[0]
      // The socket's first message repeats what is known; later ones matter even if amounts are equal.
      if (!isFirst.current || (known && !isSame(known, wallet))) askLists()
      isFirst.current = false
      // Cancels a running read, whose answer would be older.
      void client.cancelQueries({ queryKey: walletQuery.queryKey, exact: true })
      client.setQueryData(walletQuery.queryKey, [wallet])
    },
    onPoll: () => void renewWallet(client),
    onStatus: (status) => {
      if (status === 'offline') isFirst.current = true
    },
  })
}

function isSame(one: Wallet, other: Wallet): boolean {
  return (
    one.balance === other.balance &&
    one.held === other.held &&
    one.transaction_count === other.transaction_count
  )
}

/** A page of transactions; the previous page stays until it loads. @param page from 1 */
export function useTransactions(page: number) {
  return useQuery({
    ...apiQuery('GET /wallet/api/transactions/', { query: { page, page_size: TRANSACTIONS_PER_PAGE } }),
    placeholderData: keepPreviousData,
  })
}
