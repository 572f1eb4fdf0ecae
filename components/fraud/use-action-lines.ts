import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import type { SignalAction } from '#lib/contract/fraud/calls.ts'

const skipReasons = ['not_possible', 'platform_short', 'month_closed'] as const

export function useActionLines(): (action: SignalAction) => { head: string; lines: string[] } {
  const t = useTranslations('Signals.record')
  const formats = useFormats()
  const by = (kind: 'proposed' | 'ordered' | 'decided' | 'declined', name: string, at: string) =>
    t(kind, { name, time: formats.moment(at) })
  const reasonOf = (reason: string) => t(`reasons.${skipReasons.find((one) => one === reason) ?? 'other'}`)
  const linesOf = (action: SignalAction) => {
    const { state, gifts, note } = action
    const isHold = action.action === 'hold'
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
        ? [
            t('result', {
              votes: action.votes,
              before: action.rank_before ?? 0,
              after: action.rank_after ?? 0,
            }),
          ]
        : []),
      ...(action.borne > 0 ? [t('borne', { amount: formats.shillings(action.borne) })] : []),
      ...(action.action === 'send_back' && state !== 'proposed' && state !== 'rejected'
        ? [t('refunds', action.refunds)]
        : []),
      ...action.skipped.map((one) => t('skipped', { gifts: one.gifts, reason: reasonOf(one.reason) })),
    ]
  }
  return (action) => ({
    head: `${t(`kinds.${action.action}`)}: ${t(`states.${action.state}`)}`,
    lines: linesOf(action),
  })
}
