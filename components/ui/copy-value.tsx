'use client'

import { Check, Copy } from 'lucide-react'
import { useCopied } from './use-copied.ts'

type CopyValueProps = {
  label: string
  value: string
  shown?: string
  words: { copy: string; copied: string }
}

/** A value that a tap copies, for use inside a <dl>. */
export function CopyValue({ label, value, shown, words }: CopyValueProps) {
  const { copied, copy } = useCopied(value)
  return (
    <div className="flex min-w-0 items-center justify-between gap-3 rounded-2xl border border-edge bg-surface py-2 ps-4 pe-2">
      <dt className="sr-only">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-center justify-between gap-3 max-[15rem]:flex-wrap">
        <span className="min-w-0">
          <span aria-hidden="true" className="block text-sm text-soft">
            {label}
          </span>
          <span className="figures block truncate max-[15rem]:whitespace-normal text-xl font-bold tracking-wide">
            {shown ?? value}
          </span>
        </span>
        <button
          type="button"
          onClick={copy}
          aria-label={`${words.copy} ${label}`}
          className="tap inline-flex shrink-0 items-center gap-2 rounded-full bg-sunken px-4 font-semibold"
        >
          {copied ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          <span>{copied ? words.copied : words.copy}</span>
        </button>
        {/* Outside the button, whose content is its name. Always rendered: screen readers can skip a live
            region that arrives with its text. */}
        <span aria-live="polite" className="sr-only">
          {copied ? words.copied : null}
        </span>
      </dd>
    </div>
  )
}
