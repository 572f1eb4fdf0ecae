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

/** For the buttons outside the form; one case is open at a time. */
const FORM = 'decision-reason'

export type Explained = {
  title: string
  label: string
  hint: string
  /** Most frequent first; at most nine, one per digit. */
  templates: readonly string[]
  maxLength: number
  /** Error for an empty text; null if allowed. */
  missing: string | null
  /** Button's word. */
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

/** A template by number, or free text, for the reader of the decision. */
export function ReasonForm(props: ReasonFormProps) {
  const { explained, value, onChange, error, isSending, refusal, onSubmit } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = form.current?.querySelector('button') ?? area.current
    first?.focus({ preventScroll: true })
    // On phones it is below the exhibit.
    form.current?.scrollIntoView({ block: 'start' })
  }, [])
  useEffect(() => {
    if (error) area.current?.focus()
  }, [error])
  const pick = (template: string) => {
    onChange(template)
    // Continue at the end.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(template.length, template.length)
    })
  }
  // The opening key focuses the field.
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

/** In place of the decision bar, so that it stays visible. */
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
