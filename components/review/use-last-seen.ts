import { useState } from 'react'

/** The open row as last listed: a colleague's decision removes it from the list, not from the screen. */
export function useLastSeen<Row extends { id: string }>(rows: readonly Row[], id: string | null): Row | null {
  const [seen, setSeen] = useState<Row | null>(null)
  const listed = rows.find((row) => row.id === id)
  if (listed && listed !== seen) setSeen(listed)
  const last = listed ?? seen
  return id !== null && last?.id === id ? last : null
}
