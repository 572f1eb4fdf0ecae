import { Check, Copy } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { useCopied } from '#components/ui/use-copied.ts'

/** Puts a text on the clipboard, and says for a moment that it did. */
export function CopyButton({ text, words }: { text: string; words: { copy: string; copied: string } }) {
  const { copied, copy } = useCopied(text)
  const Icon = copied ? Check : Copy
  return (
    <>
      <Button onClick={copy}>
        <Icon aria-hidden="true" className="size-4" />
        <span>{copied ? words.copied : words.copy}</span>
      </Button>
      {/* Empty until there is something to say: a region that comes with words in it may be read out at once. */}
      <span aria-live="polite" className="sr-only">
        {copied ? words.copied : null}
      </span>
    </>
  )
}
