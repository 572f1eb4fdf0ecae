import { useRef, useState } from 'react'

/**
 * What a press of a button does, one at a time. Is for the pages of visitors, which load no react-query; elsewhere `useSend`
 * is. React's own actions would hold back navigation while they run.
 *
 * @param act never throws
 * @returns `run`, which does nothing while it runs already, and `isBusy`
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
