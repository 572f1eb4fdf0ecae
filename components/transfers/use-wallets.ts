'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fetchSystemWallets, fetchTransfers } from '#lib/client/overview/admin-api.ts'
import { useSystemWallets } from '#lib/client/wallets/wallet-sockets.ts'

const walletsKey = ['admin', 'wallets'] as const
const transfersKey = ['admin', 'transfers'] as const
const NEWEST = 10
/** Others ask for transfers and decide about them, too. */
const EVERY_MS = 15_000

/** The system's wallets, with amounts that follow the socket; what moved them last is asked for again when they change. */
export function useWallets() {
  const client = useQueryClient()
  const query = useQuery({ queryKey: walletsKey, queryFn: ({ signal }) => fetchSystemWallets(signal) })
  const refresh = () => {
    void client.invalidateQueries({ queryKey: walletsKey })
    void client.invalidateQueries({ queryKey: transfersKey })
  }
  const { wallets: live, status } = useSystemWallets(refresh)
  const newest = useRef(refresh)
  useEffect(() => {
    newest.current = refresh
  })
  useEffect(() => {
    if (live) newest.current()
  }, [live])
  const amountOf = (type: string) => live?.find(({ wallet_type }) => wallet_type === type)?.balance
  const data = query.data && {
    ...query.data,
    results: query.data.results.map((wallet) => ({
      ...wallet,
      amount: amountOf(wallet.wallet_type) ?? wallet.amount,
    })),
  }
  return { query: { ...query, data }, status, refresh }
}

/** The newest transfers, and all that wait for a second super admin. */
export function useTransfers() {
  return useQuery({
    queryKey: transfersKey,
    queryFn: async ({ signal }) => {
      const [waiting, newest] = await Promise.all([
        fetchTransfers({ status: 'waiting', page_size: 100 }, signal),
        fetchTransfers({ page_size: NEWEST }, signal),
      ])
      return { waiting: waiting.results, newest: newest.results.filter(({ status }) => status !== 'waiting') }
    },
    refetchInterval: EVERY_MS,
  })
}
