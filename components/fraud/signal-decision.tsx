import { useTranslations } from 'next-intl'
import { useRef, useState, useSyncExternalStore } from 'react'
import { Keycap } from '#components/review/keycap.tsx'
import { NOTE_FORM, NoteForm } from '#components/review/note-form.tsx'
import { useCaseDecision } from '#components/review/use-case-decision.ts'
import type { CaseList } from '#components/review/use-case-list.ts'
import { useDeskKeys } from '#components/review/use-desk-keys.ts'
import { useDrafts } from '#components/review/use-drafts.ts'
import { useSettled } from '#components/review/use-settled.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorNote } from '#components/ui/error-note.tsx'
import { api } from '#lib/client/http/api.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'
import type { FraudSignal, SignalStatus } from '#lib/contract/fraud/calls.ts'
import { SIGNAL_NOTE_MAX } from '#lib/contract/fraud/constants.ts'
import { useDismissal } from './use-dismissal.ts'

/** Dismiss a signal with a note, or put it before the super admins. What is held is decided by two of those. */
export function useSignalDecision(cases: CaseList<FraudSignal, SignalStatus>, item: FraudSignal) {
  const t = useTranslations('Signals')
  const role = useSyncExternalStore(
    subscribeSession,
    () => readUser()?.backendRole,
    () => undefined,
  )
  const { draft, change } = useDrafts(item.id)
  const sendDismissal = useDismissal(item)
  const isSettled = useSettled(item.id)
  const [unexplained, setUnexplained] = useState<string | null>(null)
  const { isSending, problem, send } = useCaseDecision({
    id: item.id,
    failed: t('decision.failed'),
    onDecided: () => cases.advance(item.id),
  })
  const area = useRef<HTMLTextAreaElement>(null)
  const escalates = useRef<HTMLButtonElement>(null)
  useDeskKeys(
    {
      // Dismissing needs its note, and what goes to the super admins is meant: neither happens by one key.
      a: () => area.current?.focus(),
      r: () => escalates.current?.focus(),
    },
    'dialog',
  )
  const isOpen = item.status === 'open'
  const mayDismiss = isOpen || (item.status === 'escalated' && role === 'super_admin')
  const path = { id: item.id }
  const { note } = draft
  return {
    /** Why nothing can be decided; null where it can. */
    refusal: mayDismiss ? null : t(`decision.none.${noneOf(item.status)}`),
    isOpen,
    note,
    isMissing: unexplained === item.id,
    area,
    escalates,
    isSending,
    problem,
    write: (words: string) => {
      change({ note: words })
      setUnexplained(null)
    },
    dismiss: () => {
      const isMissing = note.trim() === ''
      setUnexplained(isMissing ? item.id : null)
      if (isMissing) return area.current?.focus()
      send(t('decision.dismissed'), () => sendDismissal(note))
    },
    escalate: () => {
      // The second press of a double click is not meant for the signal that comes next.
      if (!isSettled) return
      send(t('decision.escalated'), () =>
        api('POST /users/compliance/fraud-signals/{id}/escalate/', { path, body: { note } }),
      )
    },
  }
}

type SignalDecision = ReturnType<typeof useSignalDecision>

type SignalNoteProps = {
  decision: Pick<SignalDecision, 'refusal' | 'isOpen' | 'isMissing' | 'area' | 'note' | 'write' | 'dismiss'>
}

/**
 * What was found out, for colleagues and the audit log. Of an escalated signal nobody says that nothing was wrong: its gifts may
 * have been sent back.
 */
export function SignalNote({ decision }: SignalNoteProps) {
  const t = useTranslations('Signals')
  if (decision.refusal !== null) return null
  const missing = t(decision.isOpen ? 'decision.missing.open' : 'decision.missing.escalated')
  return (
    <NoteForm
      area={decision.area}
      label={t('decision.note')}
      hint={t('decision.noteHint')}
      error={decision.isMissing ? missing : null}
      maxLength={SIGNAL_NOTE_MAX}
      value={decision.note}
      onChange={decision.write}
      onSubmit={decision.dismiss}
    />
  )
}

/** The buttons, which stay in view. */
export function SignalBar({ decision }: { decision: SignalDecision }) {
  const t = useTranslations('Signals')
  if (decision.refusal !== null) return <p className="pb-1 text-sm text-soft">{decision.refusal}</p>
  return (
    <div className="grid gap-2">
      <ErrorNote>{decision.problem}</ErrorNote>
      <div className="grid grid-cols-2 gap-2">
        {decision.isOpen ? (
          <Button
            ref={decision.escalates}
            tone="danger"
            aria-keyshortcuts="r"
            className="px-3! leading-tight whitespace-normal!"
            aria-busy={decision.isSending}
            onClick={decision.escalate}
          >
            {t('decision.escalate')} <Keycap>R</Keycap>
          </Button>
        ) : null}
        <Button
          form={NOTE_FORM}
          type="submit"
          className={decision.isOpen ? '' : 'col-span-2'}
          aria-busy={decision.isSending}
        >
          {t('decision.dismiss')} <Keycap>A</Keycap>
        </Button>
      </div>
    </div>
  )
}

function noneOf(status: SignalStatus): 'held' | 'escalated' | 'decided' {
  return status === 'held' || status === 'escalated' ? status : 'decided'
}
