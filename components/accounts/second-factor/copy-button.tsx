import { Check, Copy } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { useCopied } from '#components/ui/use-copied.ts'

export function CopyButton({ text, words }: { text: string; words: { copy: string; copied: string } }) {
  const { copied, copy } = useCopied(text)
  const Icon = copied ? Check : Copy
  return (
    <>
      <Button onClick={copy}>
        <Icon aria-hidden="true" className="size-4" />
        <span>{copied ? words.copied : words.copy}</span>
      </Button>
      {/* Always rendered: screen readers can skip a live region that arrives with its text. */}
      <span aria-live="polite" className="sr-only">
        {copied ? words.copied : null}
      </span>
    </>
  )
}
