import { useEffect, useState } from 'react'
import { SECOND_PRESS_MS } from './read-anew.ts'

/** Whether a case has been open long enough that a key pressed now is meant for it, and not for the one before. */
export function useSettled(id: string): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), SECOND_PRESS_MS)
    return () => clearTimeout(timer)
  }, [id])
  return settled === id
}
