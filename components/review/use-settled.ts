import { useEffect, useState } from 'react'
import { SECOND_PRESS_MS } from './refetch.ts'

/** Tells if the case has been open long enough that a key press is meant for it. */
export function useSettled(id: string): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), SECOND_PRESS_MS)
    return () => clearTimeout(timer)
  }, [id])
  return settled === id
}
