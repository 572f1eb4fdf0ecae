import { useTranslations } from 'next-intl'
import { type RefObject, useState } from 'react'
import { ConfirmDialog } from '#components/desk/confirm-dialog.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { SignalActionKind } from '#lib/contract/fraud/actions.ts'
import type { FraudSignalDetail, SignalAction, SignalGift } from '#lib/contract/fraud/calls.ts'
import { SIGNAL_NOTE_MAX, signalActionKinds } from '#lib/contract/fraud/constants.ts'
import { DecideSignalAction } from './decide-signal-action.tsx'
import { useSignalActions } from './use-signal-actions.ts'

/** Statuses of the gifts that each action can change. */
const applies: Readonly<Record<SignalActionKind, readonly SignalGift['status'][]>> = {
  hold: ['counted'],
  release: ['held'],
  send_back: ['counted', 'held'],
}

type SignalActionsProps = {
  detail: FraudSignalDetail
  picked: ReadonlySet<string>
  fallback: RefObject<HTMLElement | null>
}

export function SignalActions({ detail, picked, fallback }: SignalActionsProps) {
  const t = useTranslations('Signals.actions')
  const [chosen, setChosen] = useState<SignalActionKind | null>(null)
  const live = detail.actions.find(({ state }) => state === 'proposed' || state === 'running')
  const choices = signalActionKinds.flatMap((kind) => {
    const gifts = giftsOf(kind, detail.evidence, picked)
    return gifts.length > 0 ? [{ kind, gifts }] : []
  })
  return (
    <section className="mb-5">
      <h3 className="mb-1 text-base">{t('title')}</h3>
      {live?.state === 'proposed' ? (
        <DecideSignalAction signalId={detail.id} action={live} fallback={fallback} />
      ) : live ? null : choices.length === 0 ? (
        <p className="text-soft">{t('nothing')}</p>
      ) : (
        <>
          <p className="mb-3 text-sm text-soft">{t('all')}</p>
          <div className="flex flex-wrap gap-2">
            {choices.map(({ kind, gifts }) => (
              <Button
                key={kind}
                tone={kind === 'release' ? 'money' : 'danger'}
                onClick={() => setChosen(kind)}
              >
                {t(`${kind}.button`, { gifts: gifts.length })}
              </Button>
            ))}
          </div>
        </>
      )}
      {live?.state === 'running' ? <Progress action={live} /> : null}
      {chosen ? (
        <OrderDialog
          signalId={detail.id}
          kind={chosen}
          gifts={giftsOf(chosen, detail.evidence, picked)}
          fallback={fallback}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </section>
  )
}

function giftsOf(kind: SignalActionKind, gifts: readonly SignalGift[], picked: ReadonlySet<string>) {
  return gifts.filter(
    ({ id, status }) => applies[kind].includes(status) && (picked.size === 0 || picked.has(id)),
  )
}

function Progress({ action: { done, gifts } }: { action: SignalAction }) {
  const t = useTranslations('Signals.record')
  const words = t('progress', { done, gifts })
  return (
    <div role="status">
      <p className="figures font-semibold">{words}</p>
      <progress value={done} max={gifts} aria-label={words} className="mt-1 w-full accent-leaf" />
    </div>
  )
}

type OrderDialogProps = {
  signalId: string
  kind: SignalActionKind
  gifts: readonly SignalGift[]
  fallback: RefObject<HTMLElement | null>
  onClose: () => void
}

/** A release or refund also asks for the total amount. */
function OrderDialog({ signalId, kind, gifts, fallback, onClose }: OrderDialogProps) {
  const t = useTranslations('Signals.actions')
  const formats = useFormats()
  const work = useSignalActions(signalId)
  const [note, setNote] = useState('')
  const total = gifts.reduce((sum, { amount }) => sum + amount, 0)
  const send = async () => {
    const ids = gifts.map(({ id }) => id)
    if (await work.order(kind, ids, total, note)) onClose()
  }
  return (
    <ConfirmDialog
      title={t(`${kind}.title`, { gifts: gifts.length, amount: formats.shillings(total) })}
      description={t(`${kind}.detail`)}
      confirm={t(`${kind}.confirm`)}
      tone={kind === 'release' ? 'money' : 'danger'}
      isBusy={work.isBusy}
      problem={work.problem}
      fallback={fallback}
      typed={kind === 'hold' ? undefined : { label: t('typeTotal'), words: String(total) }}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <TextAreaField
        label={t('note')}
        hint={t('noteHint')}
        error={work.noteProblem}
        maxLength={SIGNAL_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  )
}
