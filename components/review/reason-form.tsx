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

/** The form's id, for buttons outside of it. Only one case is open at a time. */
const FORM = 'decision-reason'

export type Explained = {
  title: string
  label: string
  hint: string
  templates: readonly string[]
  maxLength: number
  /** Error if the text is empty; null if it may be empty. */
  missing: string | null
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
  children?: ReactNode
}

export function ReasonForm(props: ReasonFormProps) {
  const { explained, value, onChange, error, isSending, refusal, onSubmit } = props
  const area = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = form.current?.querySelector('button') ?? area.current
    first?.focus({ preventScroll: true })
    // On phones the form is below the exhibit.
    form.current?.scrollIntoView({ block: 'start' })
  }, [])
  useEffect(() => {
    if (error) area.current?.focus()
  }, [error])
  const pick = (template: string) => {
    onChange(template)
    // Moves the cursor to the end of the inserted template.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(template.length, template.length)
    })
  }
  // The key that opened the form now focuses its field.
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

/** The form's buttons, in place of the decision bar, so that they stay visible. */
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
