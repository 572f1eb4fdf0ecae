import { useRef, useState } from 'react'

/**
 * Runs one action at a time, on visitors' pages without react-query; elsewhere use `useSend`. React's actions
 * would block navigation.
 * @param act must not throw
 */
export function useBusy(act: () => Promise<void>) {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const run = async (): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await act()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, run }
}
