'use client'

import { Flag } from 'lucide-react'
import { useTranslations } from 'next-intl'

/** Says of one field or document that something is wrong with it. */
export function MarkButton({
  word,
  isMarked,
  onToggle,
}: {
  word: string
  isMarked: boolean
  onToggle: () => void
}) {
  const t = useTranslations('Review.kyc')
  return (
    <button
      type="button"
      aria-pressed={isMarked}
      aria-label={t('mark', { field: word })}
      onClick={onToggle}
      className="tap -my-2.5 grid place-items-center rounded-full text-soft hover:bg-sunken aria-pressed:text-alarm"
    >
      <Flag aria-hidden="true" className={`size-4 ${isMarked ? 'fill-current' : ''}`} />
    </button>
  )
}

/** As the server has it (lib/contract/kyc/calls.ts). */
const MARK_MAX = 300

/** What is wrong with it, as its owner will read it beside the field. */
export function MarkField({
  word,
  value,
  onChange,
}: {
  word: string
  value: string
  onChange: (words: string) => void
}) {
  const t = useTranslations('Review.kyc')
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it comes by a press on the flag, to be written into
      autoFocus
      aria-label={t('fieldReason', { field: word })}
      placeholder={t('fieldReason', { field: word })}
      autoComplete="off"
      maxLength={MARK_MAX}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="my-1 block h-11 w-full rounded-xl border border-edge bg-surface px-3 placeholder:text-soft"
    />
  )
}
