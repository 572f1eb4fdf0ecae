import { Check, Copy } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { useCopied } from '#components/ui/use-copied.ts'

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, words }: { text: string; words: { copy: string; copied: string } }) {
  const { copied, copy } = useCopied(text)
  const Icon = copied ? Check : Copy
  return (
    <>
      <Button onClick={copy}>
        <Icon aria-hidden="true" className="size-4" />
        <span>{copied ? words.copied : words.copy}</span>
      </Button>
      {/* Always present: a region that arrives with text is read at once. */}
      <span aria-live="polite" className="sr-only">
        {copied ? words.copied : null}
      </span>
    </>
  )
}
