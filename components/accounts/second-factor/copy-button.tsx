import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { copyText } from '#lib/client/browser/share.ts'

/** Puts a text on the clipboard, and says for a moment that it did. */
export function CopyButton({ text, words }: { text: string; words: { copy: string; copied: string } }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    copyText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  const Icon = copied ? Check : Copy
  return (
    <Button onClick={copy}>
      <Icon aria-hidden="true" className="size-4" />
      <span aria-live="polite">{copied ? words.copied : words.copy}</span>
    </Button>
  )
}
