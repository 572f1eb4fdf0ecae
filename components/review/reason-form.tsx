import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { FieldFrame, inputStyle } from '#components/ui/field-frame.tsx'
import { Keycap } from './keycap.tsx'
import { ReasonTemplates } from './reason-templates.tsx'
import { useDeskKeys } from './use-desk-keys.ts'
import { useSendKey } from './use-send-key.ts'
import type { DecisionAction } from './verbs.ts'

/** Ties the buttons to the form, which they stand outside of; one case is open at a time. */
const FORM = 'decision-reason'

/** How a decision is explained before it is sent. */
export type Explained = {
  title: string
  label: string
  hint: string
  /** Sentences to begin with, the most frequent first; nine at most, because each has a digit. */
  templates: readonly string[]
  maxLength: number
  /** Said if nothing was written; null if that is allowed. */
  missing: string | null
  /** The word of the button that sends it. */
  send: string
}

type ReasonFormProps = {
  explained: Explained
  action: DecisionAction
  value: string
  onChange: (reason: string) => void
  error: string | null
  isSending: boolean
  refusal: string | null
  onSubmit: () => void
  /** Below the reason. */
  children?: ReactNode
}

/** Why it is decided so, in words for those who read it: a template by its number, changed as it needs be, or one's own. */
export function ReasonForm(props: ReasonFormProps) {
  const { explained, value, onChange, error, isSending, refusal, onSubmit } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = form.current?.querySelector('button') ?? area.current
    first?.focus({ preventScroll: true })
    // On a phone it is below what is looked at.
    form.current?.scrollIntoView({ block: 'start' })
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
  // The key that has opened the form leads to its field.
  useDeskKeys({ [props.action === 'reject' ? 'r' : 'a']: () => area.current?.focus() }, 'dialog')
  useSendKey(form)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending && !refusal) onSubmit()
  }
  return (
    <form
      ref={form}
      id={FORM}
      onSubmit={submit}
      noValidate
      method="post"
      className="mb-6 grid gap-3 border-b border-line pb-6"
    >
      <h3 className="text-base">{explained.title}</h3>
      <ReasonTemplates templates={explained.templates} onPick={pick} />
      <FieldFrame label={explained.label} hint={explained.hint} error={error}>
        {(described) => (
          <textarea
            ref={area}
            rows={4}
            name="reason"
            maxLength={explained.maxLength}
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

type ReasonBarProps = {
  action: DecisionAction
  send: string
  isSending: boolean
  refusal: string | null
  onBack: () => void
}

/** Sends the reason or goes back. It stands where the decision stood, so that it stays in view while the data scrolls. */
export function ReasonBar({ action, send, isSending, refusal, onBack }: ReasonBarProps) {
  const t = useTranslations('Review')
  return (
    <div className="grid grid-cols-[auto_1fr] gap-2">
      <Button onClick={onBack}>{t('back')}</Button>
      <Button
        form={FORM}
        type="submit"
        tone={action === 'reject' ? 'danger' : 'money'}
        disabled={refusal !== null}
        aria-busy={isSending}
      >
        <span>{send}</span> <Keycap>Ctrl ⏎</Keycap>
      </Button>
    </div>
  )
}
