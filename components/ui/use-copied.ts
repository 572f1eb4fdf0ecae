import { useEffect, useState } from 'react'
import { copyText } from '#lib/client/browser/share.ts'

/** Time that the confirmation stays. */
const SAID_MS = 2_000

/** @returns `copy`, and `copied`, which is true for a moment after it */
export function useCopied(text: string) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    copyText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return { copied, copy }
}
