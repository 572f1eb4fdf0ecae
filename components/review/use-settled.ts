import { useEffect, useState } from 'react'

/** Between two presses of a key that were meant as one. */
const SETTLED_MS = 300

/** Whether a case has been open long enough that a key pressed now is meant for it, and not for the one before. */
export function useSettled(id: string): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(id), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [id])
  return settled === id
}
