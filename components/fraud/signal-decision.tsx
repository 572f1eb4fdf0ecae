import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Keycap } from '#components/review/keycap.tsx'
import { sendByKey } from '#components/review/send-by-key.ts'
import { useCaseDecision } from '#components/review/use-case-decision.ts'
import type { CaseList } from '#components/review/use-case-list.ts'
import { useDeskKeys } from '#components/review/use-desk-keys.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { api } from '#lib/client/http/api.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import type { FraudSignal, SignalStatus } from '#lib/contract/fraud/calls.ts'
import { SIGNAL_NOTE_MAX } from '#lib/contract/fraud/constants.ts'

type SignalDecisionProps = { cases: CaseList<FraudSignal, SignalStatus>; item: FraudSignal }

/** Dismiss with a note, or put before the super admins. What is held is decided by two of those. */
export function SignalDecision({ cases, item }: SignalDecisionProps) {
  const t = useTranslations('Signals')
  const role = useSyncExternalStore(
    subscribeSession,
    () => readUser()?.backendRole,
    () => undefined,
  )
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const decision = useCaseDecision({ failed: t('decision.failed'), onDecided: () => cases.advance(item.id) })
  const form = useRef<HTMLFormElement>(null)
  const isOpen = item.status === 'open'
  useDeskKeys(
    {
      // Dismissing needs its note, and what goes to the super admins is meant: neither happens by one key.
      a: () => form.current?.querySelector('textarea')?.focus(),
      r: () => form.current?.querySelector<HTMLElement>('[data-escalate]')?.focus(),
    },
    'dialog',
  )
  const mayDismiss = isOpen || (item.status === 'escalated' && role === 'super_admin')
  if (!mayDismiss)
    return <p className="pb-1 text-sm text-soft">{t(`decision.none.${noneOf(item.status)}`)}</p>
  const path = { id: item.id }
  const dismiss = (event: FormEvent) => {
    event.preventDefault()
    setMissing(note.trim() === '')
    if (note.trim() !== '')
      void decision.send(t('decision.dismissed'), () =>
        api('POST /users/compliance/fraud-signals/{id}/dismiss/', { path, body: { note } }),
      )
  }
  return (
    <form ref={form} onSubmit={dismiss} onKeyDown={sendByKey} noValidate method="post" className="grid gap-3">
      <ErrorNote>{decision.problem}</ErrorNote>
      <TextAreaField
        label={t('decision.note')}
        hint={t('decision.noteHint')}
        error={isMissing ? t('decision.noteMissing') : null}
        rows={2}
        maxLength={SIGNAL_NOTE_MAX}
        value={note}
        onChange={({ target }) => {
          setNote(target.value)
          setMissing(false)
        }}
      />
      <div className="grid grid-cols-2 gap-2">
        {isOpen ? (
          <Button
            tone="danger"
            data-escalate=""
            aria-keyshortcuts="r"
            className="px-3! leading-tight whitespace-normal"
            aria-busy={decision.isSending}
            onClick={() =>
              void decision.send(t('decision.escalated'), () =>
                api('POST /users/compliance/fraud-signals/{id}/escalate/', { path, body: { note } }),
              )
            }
          >
            {t('decision.escalate')} <Keycap>R</Keycap>
          </Button>
        ) : null}
        <Button type="submit" className={isOpen ? '' : 'col-span-2'} aria-busy={decision.isSending}>
          {t('decision.dismiss')} <Keycap>A</Keycap>
        </Button>
      </div>
    </form>
  )
}

function noneOf(status: SignalStatus): 'held' | 'escalated' | 'decided' {
  return status === 'held' || status === 'escalated' ? status : 'decided'
}
