import { useEffect, useRef, useState } from 'react'
import { followLive, type LiveListener } from '#lib/client/live/follow-live.ts'
import type { LiveStatus } from '#lib/client/live/live-socket.ts'
import type { SystemWallet } from '#lib/contract/sockets.ts'
import type { Wallet } from '#lib/contract/wallets/calls.ts'

/** Follows the user's wallet by socket; polls while the socket is down. */
export function useWalletSocket(listener: LiveListener<Wallet>): void {
  useLive(loadWallet, listener)
}

/**
 * Follows the system wallets, for super admins.
 * @param onPoll called every 15 seconds while the socket is down
 * @returns balances; null until the socket sends some
 */
export function useSystemWallets(onPoll: () => void): { wallets: SystemWallet[] | null; status: LiveStatus } {
  const [wallets, setWallets] = useState<SystemWallet[] | null>(null)
  const [status, setStatus] = useState<LiveStatus>('connecting')
  useLive(loadSystemWallets, {
    onUpdate: setWallets,
    onStatus: (next) => {
      setStatus(next)
      // While the socket is down, polled answers are newer.
      if (next !== 'live') setWallets(null)
    },
    onPoll,
  })
  return { wallets, status }
}

const loadWallet = async () => (await import('#lib/client/live/live-socket.ts')).subscribeWallet
const loadSystemWallets = async () => (await import('#lib/client/live/live-socket.ts')).subscribeSystemWallets

/** Subscribes once, and calls the newest listener. */
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
