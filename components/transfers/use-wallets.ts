import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useAtMostEvery } from '#components/ui/use-at-most-every.ts'
import { api } from '#lib/client/http/api.ts'
import { apiKey, apiQuery } from '#lib/client/http/api-query.ts'
import { renewAnswers } from '#lib/client/http/renew-answers.ts'
import { useSystemWallets } from '#lib/client/wallets/wallet-sockets.ts'
import { PAGE_SIZE_MAX } from '#lib/contract/constants.ts'
import type { WalletItem } from '#lib/contract/transfers/calls.ts'

const walletsQuery = apiQuery('GET /admin/wallets/')
const transfersKey = apiKey('GET /admin/fund-transfers/')
const NEWEST = 10
/** Poll interval, because other admins move money too. */
const EVERY_MS = 15_000
/** The socket sends amounts every second; all other data refetches at most this often. */
const REST_MS = 3_000

/** System wallets. Amounts follow the socket; all other data refetches on changes. */
export function useWallets() {
  const client = useQueryClient()
  const query = useQuery(walletsQuery)
  const refresh = useCallback(() => {
    void renewAnswers(client, walletsQuery.queryKey)
    void renewAnswers(client, transfersKey)
  }, [client])
  const { wallets: live, status } = useSystemWallets(refresh)
  const follow = useAtMostEvery(REST_MS, refresh)
  useEffect(() => {
    if (live) follow()
  }, [live, follow])
  const amountOf = (type: string) => live?.find(({ wallet_type }) => wallet_type === type)?.balance
  const data = query.data && {
    ...query.data,
    results: query.data.results.map((wallet) => withAmount(wallet, amountOf(wallet.wallet_type))),
  }
  return { query: { ...query, data }, status, refresh }
}

/**
 * The wallet with its current amount. If all was transferable, all still is; a smaller part stays until the
 * server answers, but never exceeds the amount (movableOf in lib/domain/transfers/policy.ts).
 */
export function withAmount(wallet: WalletItem, amount: number | undefined): WalletItem {
  if (amount === undefined) return wallet
  const { transferable } = wallet
  if (transferable === null) return { ...wallet, amount }
  const most = transferable < wallet.amount ? Math.min(transferable, amount) : amount
  return { ...wallet, amount, transferable: Math.max(0, most) }
}

export function useTransfers() {
  return useQuery({
    queryKey: transfersKey,
    queryFn: async ({ signal }) => {
      const [waiting, newest] = await Promise.all([
        api('GET /admin/fund-transfers/', {
          query: { status: 'waiting', page_size: PAGE_SIZE_MAX },
          signal,
        }),
        api('GET /admin/fund-transfers/', { query: { page_size: NEWEST }, signal }),
      ])
      return { waiting: waiting.results, newest: newest.results.filter(({ status }) => status !== 'waiting') }
    },
    refetchInterval: EVERY_MS,
  })
}
