'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { fetchMyWallet, fetchTransactions } from '#lib/client/wallet-api.ts'

/** The own wallet, or null where there is none. */
export function useMyWallet() {
  return useQuery({ queryKey: ['wallet'], queryFn: ({ signal }) => fetchMyWallet(signal) })
}

/** One page of what went in and out; the page before stays until the next is there. @param page from 1 */
export function useTransactions(page: number) {
  return useQuery({
    queryKey: ['wallet', 'transactions', page],
    queryFn: ({ signal }) => fetchTransactions(page, signal),
    placeholderData: keepPreviousData,
  })
}
