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
/** Others ask for transfers and decide about them, too. */
const EVERY_MS = 15_000
/** Gifts move the amounts each second, and the socket tells those; the rest follows so often at most. */
const REST_MS = 3_000

/** The system's wallets, with amounts that follow the socket; what moved them last is asked for again when they change. */
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
 * The wallet with what it holds by now. What can be moved is of that moment as well (movableOf in lib/domain/transfers/policy.ts):
 * where all could be, all can; where a part stays, what has come since is taken for part of that until the server says otherwise.
 */
export function withAmount(wallet: WalletItem, amount: number | undefined): WalletItem {
  if (amount === undefined) return wallet
  const { transferable } = wallet
  if (transferable === null) return { ...wallet, amount }
  const most = transferable < wallet.amount ? Math.min(transferable, amount) : amount
  return { ...wallet, amount, transferable: Math.max(0, most) }
}

/** The newest transfers, and all that wait for a second super admin. */
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
