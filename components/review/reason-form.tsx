import { useTranslations } from 'next-intl'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { FieldFrame, inputStyle } from '#components/ui/field-frame.tsx'
import { REVIEW_REASON_MAX } from '#lib/contract/review/constants.ts'
import { Keycap } from './keycap.tsx'
import { useDeskKeys } from './use-desk-keys.ts'

/** Ties the buttons to the form, which they stand outside of; one case is open at a time. */
const FORM = 'reject-reason'

type ReasonFormProps = {
  /** Sentences to begin with, the most frequent first. */
  templates: readonly string[]
  value: string
  onChange: (reason: string) => void
  error: string | null
  isSending: boolean
  refusal: string | null
  onSubmit: () => void
  /** Below the reason. */
  children?: ReactNode
}

/** Why it is rejected, in words for whose it is: a template by its number, changed as it needs be, or one's own. */
export function ReasonForm(props: ReasonFormProps) {
  const { templates, value, onChange, error, isSending, refusal, onSubmit } = props
  const t = useTranslations('Review')
  const area = useRef<HTMLTextAreaElement>(null)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    first.current?.focus({ preventScroll: true })
    // On a phone it is below what is looked at.
    first.current?.form?.scrollIntoView({ block: 'start' })
  }, [])
  useEffect(() => {
    if (error) area.current?.focus()
  }, [error])
  const pick = (template: string) => {
    onChange(template)
    // The end of the sentence is where one goes on writing.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(template.length, template.length)
    })
  }
  const numbered = templates.map((template, index) => [String(index + 1), () => pick(template)] as const)
  useDeskKeys({ ...Object.fromEntries(numbered), r: () => area.current?.focus() }, 'dialog')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending && !refusal) onSubmit()
  }
  const sendByKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }
  return (
    <form
      id={FORM}
      onKeyDown={sendByKey}
      onSubmit={submit}
      noValidate
      method="post"
      className="mb-6 grid gap-3 border-b border-line pb-6"
    >
      <h3 className="text-base">{t('reasonTitle')}</h3>
      <ol className="grid gap-1">
        {templates.map((template, index) => (
          <li key={template}>
            <button
              ref={index === 0 ? first : undefined}
              type="button"
              aria-keyshortcuts={String(index + 1)}
              onClick={() => pick(template)}
              className="flex min-h-11 w-full items-center gap-3 rounded-xl border border-line bg-surface px-3 py-1.5 text-start text-sm leading-snug hover:bg-sunken"
            >
              <Keycap>{index + 1}</Keycap>
              {template}
            </button>
          </li>
        ))}
      </ol>
      <FieldFrame label={t('reason')} hint={t('reasonHint')} error={error}>
        {(described) => (
          <textarea
            ref={area}
            rows={4}
            name="reason"
            maxLength={REVIEW_REASON_MAX}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className={cn(inputStyle, 'py-2 text-base')}
            {...described}
          />
        )}
      </FieldFrame>
      {props.children}
    </form>
  )
}

type ReasonBarProps = { isSending: boolean; refusal: string | null; onBack: () => void }

/** Sends the reason or goes back. It stands where the decision stood, so that it stays in view while the data scrolls. */
export function ReasonBar({ isSending, refusal, onBack }: ReasonBarProps) {
  const t = useTranslations('Review')
  return (
    <div className="grid grid-cols-[auto_1fr] gap-2">
      <Button onClick={onBack}>{t('back')}</Button>
      <Button form={FORM} type="submit" tone="danger" disabled={refusal !== null} aria-busy={isSending}>
        {t('rejectAndMail')} <Keycap>Ctrl ⏎</Keycap>
      </Button>
    </div>
  )
}
