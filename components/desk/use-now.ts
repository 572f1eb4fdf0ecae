import { useEffect, useState } from 'react'

/** The device's time, renewed each minute, for what tells how long something has been waiting. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
