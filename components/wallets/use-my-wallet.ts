'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { fetchMyWallet, fetchTransactions } from '#lib/client/wallets/wallet-api.ts'
import { useWalletSocket } from '#lib/client/wallets/wallet-sockets.ts'
import type { Wallet } from '#lib/contract/wallets/calls.ts'

const walletKey = ['wallet']
/** Gifts move the balance twice a second; the lists beside it follow so often at most. */
const LISTS_MS = 3_000

/** The own wallet, or null where there is none. */
export function useMyWallet() {
  return useQuery({ queryKey: walletKey, queryFn: ({ signal }) => fetchMyWallet(signal) })
}

/** Keeps the wallet that is shown, its history, withdrawals and top-up, at where the server has them. */
export function useLiveWallet(): void {
  const client = useQueryClient()
  const askLists = useAtMostEvery(
    LISTS_MS,
    useCallback(() => {
      for (const queryKey of [['wallet', 'transactions'], ['wallet', 'withdrawals'], ['topup']])
        void client.invalidateQueries({ queryKey })
    }, [client]),
  )
  const isFirst = useRef(true)
  useWalletSocket({
    onUpdate: (wallet) => {
      const known = client.getQueryData<Wallet>(walletKey)
      // The first message says what is known already. A later one means something even where the amounts are the same.
      if (!isFirst.current || (known && !isSame(known, wallet))) askLists()
      isFirst.current = false
      // An answer that is under way would be older.
      void client.cancelQueries({ queryKey: walletKey, exact: true })
      client.setQueryData(walletKey, wallet)
    },
    onPoll: () => void client.invalidateQueries({ queryKey: walletKey }),
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

/** Calls at once, then at most once in each interval, and once more after the last. */
function useAtMostEvery(intervalMs: number, call: () => void): () => void {
  const state = useRef({ lastAt: Number.NEGATIVE_INFINITY, timer: 0 })
  useEffect(() => () => window.clearTimeout(state.current.timer), [])
  return useCallback(() => {
    const { lastAt, timer } = state.current
    window.clearTimeout(timer)
    const run = () => {
      state.current.lastAt = performance.now()
      call()
    }
    const wait = lastAt + intervalMs - performance.now()
    if (wait <= 0) run()
    else state.current.timer = window.setTimeout(run, wait)
  }, [intervalMs, call])
}

/** One page of what went in and out; the page before stays until the next is there. @param page from 1 */
export function useTransactions(page: number) {
  return useQuery({
    queryKey: ['wallet', 'transactions', page],
    queryFn: ({ signal }) => fetchTransactions(page, signal),
    placeholderData: keepPreviousData,
  })
}
