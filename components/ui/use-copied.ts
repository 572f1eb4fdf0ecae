import { useEffect, useState } from 'react'
import { copyText } from '#lib/client/browser/share.ts'

/** Milliseconds that a button says that it has copied. */
const SAID_MS = 2_000

/** Puts a text on the clipboard. @returns `copy`, and `copied` for the moment in which it is said */
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
