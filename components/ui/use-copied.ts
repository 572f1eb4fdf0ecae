import { useEffect, useState } from 'react'
import { copyText } from '#lib/client/browser/share.ts'

/** Puts a text on the clipboard, and tells for two seconds that it did. */
export function useCopied(text: string): [copied: boolean, copy: () => void] {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    void copyText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return [copied, copy]
}
