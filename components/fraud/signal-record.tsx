import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { useCopied } from '#components/ui/use-copied.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import type { SignalAction } from '#lib/contract/fraud/calls.ts'

export function SignalRecord({ actions }: { actions: readonly SignalAction[] }) {
  const t = useTranslations('Signals.record')
  if (actions.length === 0) return null
  return (
    <section className="mb-5">
      <h3 className="mb-1 text-base">{t('title')}</h3>
      <ul className="grid gap-2">
        {actions.map((action) => (
          <Entry key={action.id} action={action} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ action }: { action: SignalAction }) {
  const t = useTranslations('Signals.record')
  const lines = useSummary(action)
  const head = `${t(`kinds.${action.action}`)}: ${t(`states.${action.state}`)}`
  const { copied, copy } = useCopied([head, ...lines].join('\n'))
  return (
    <li className="rounded-2xl bg-sunken px-4 py-3">
      <p className="font-semibold">{head}</p>
      {lines.map((line) => (
        <p key={line} className="figures text-sm wrap-anywhere whitespace-pre-wrap">
          {line}
        </p>
      ))}
      {action.state === 'done' ? (
        <Button tone="quiet" className="-ms-4" onClick={copy}>
          {t(copied ? 'copied' : 'copy')}
        </Button>
      ) : null}
    </li>
  )
}

const skipReasons = ['not_possible', 'platform_short', 'month_closed'] as const

function useSummary(action: SignalAction): string[] {
  const t = useTranslations('Signals.record')
  const formats = useFormats()
  const { state, gifts, note } = action
  const by = (kind: 'proposed' | 'ordered' | 'decided' | 'declined', name: string, at: string) =>
    t(kind, { name, time: formats.moment(at) })
  const isHold = action.action === 'hold'
  const reasonOf = (reason: string) => t(`reasons.${skipReasons.find((one) => one === reason) ?? 'other'}`)
  return [
    t('line', { gifts, amount: formats.shillings(action.amount) }),
    by(isHold ? 'ordered' : 'proposed', action.proposed_by, action.proposed_at),
    note,
    ...(!isHold && action.decided_by && action.decided_at
      ? [by(state === 'rejected' ? 'declined' : 'decided', action.decided_by, action.decided_at)]
      : []),
    ...(action.decision_note === '' ? [] : [action.decision_note]),
    ...(state === 'running' ? [t('progress', { done: action.done, gifts })] : []),
    ...(state === 'done'
      ? [t('result', { votes: action.votes, before: action.rank_before ?? 0, after: action.rank_after ?? 0 })]
      : []),
    ...(action.borne > 0 ? [t('borne', { amount: formats.shillings(action.borne) })] : []),
    ...(action.action === 'send_back' && state !== 'proposed' && state !== 'rejected'
      ? [t('refunds', action.refunds)]
      : []),
    ...action.skipped.map((one) => t('skipped', { gifts: one.gifts, reason: reasonOf(one.reason) })),
  ]
}
