'use client'

import { LoaderCircle } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'

type SubmitButtonProps = {
  busy: boolean
  words: { idle: string; busy: string }
  /** A page has one loud button. */
  tone?: 'loud' | 'plain'
}

/** Sends a form; stays where it is, and says so, while the answer is awaited. */
export function SubmitButton({ busy, words, tone = 'loud' }: SubmitButtonProps) {
  return (
    <Button type="submit" tone={tone} size="large" wide aria-busy={busy}>
      {busy ? <LoaderCircle aria-hidden="true" className="size-5 animate-spin" /> : null}
      {busy ? words.busy : words.idle}
    </Button>
  )
}
