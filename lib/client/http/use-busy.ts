import { useRef, useState } from 'react'

/**
 * One action at a time. For visitors' pages without react-query; elsewhere `useSend`. React's actions would
 * block navigation. @param act never throws
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
