import { useEffect, useRef, useState } from 'react'
import { followLive, type LiveListener } from '#lib/client/live/follow-live.ts'
import type { LiveStatus } from '#lib/client/live/live-socket.ts'
import type { SystemWallet } from '#lib/contract/sockets.ts'
import type { Wallet } from '#lib/contract/wallets/calls.ts'

/** Follows the signed-in member's wallet over `/ws/wallet/`, by polling while that is down. */
export function useWalletSocket(listener: LiveListener<Wallet>): void {
  useLive(loadWallet, listener)
}

/**
 * The system's own wallets as `/ws/system-wallets/` tells them, for super admins.
 * @param onPoll the socket is down: called every 15 seconds; ask the API for what you show
 * @returns the newest balances, null until some have come: show the API's till then. `status` says whether they are live
 */
export function useSystemWallets(onPoll: () => void): { wallets: SystemWallet[] | null; status: LiveStatus } {
  const [wallets, setWallets] = useState<SystemWallet[] | null>(null)
  const [status, setStatus] = useState<LiveStatus>('connecting')
  useLive(loadSystemWallets, {
    onUpdate: setWallets,
    onStatus: (next) => {
      setStatus(next)
      // What is polled is newer than what came last.
      if (next === 'offline') setWallets(null)
    },
    onPoll,
  })
  return { wallets, status }
}

const loadWallet = async () => (await import('#lib/client/live/live-socket.ts')).subscribeWallet
const loadSystemWallets = async () => (await import('#lib/client/live/live-socket.ts')).subscribeSystemWallets

/** Subscribes once, and calls the listener of the newest render. */
function useLive<T>(load: Parameters<typeof followLive<T>>[0], listener: LiveListener<T>): void {
  const newest = useRef(listener)
  useEffect(() => {
    newest.current = listener
  })
  useEffect(
    () =>
      followLive(load, {
        onUpdate: (update) => newest.current.onUpdate(update),
        onPoll: () => newest.current.onPoll(),
        onStatus: (status) => newest.current.onStatus?.(status),
      }),
    [load],
  )
}
