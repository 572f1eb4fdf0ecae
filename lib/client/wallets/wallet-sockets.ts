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
 * Follows the system's own wallets over `/ws/system-wallets/`, for super admins.
 * @param onPoll is called every 15 seconds while the socket is down, to read from the API what is shown
 * @returns the newest balances, null until some have come. `status` tells whether they are live
 */
export function useSystemWallets(onPoll: () => void): { wallets: SystemWallet[] | null; status: LiveStatus } {
  const [wallets, setWallets] = useState<SystemWallet[] | null>(null)
  const [status, setStatus] = useState<LiveStatus>('connecting')
  useLive(loadSystemWallets, {
    onUpdate: setWallets,
    onStatus: (next) => {
      setStatus(next)
      // What is asked for meanwhile is newer than the last balances of the socket.
      if (next !== 'live') setWallets(null)
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
        onPoll: (ended) => newest.current.onPoll(ended),
        onStatus: (status) => newest.current.onStatus?.(status),
      }),
    [load],
  )
}
