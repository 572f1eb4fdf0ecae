import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import type { Dispute } from '#lib/contract/disputes/calls.ts'

const looks = {
  open: 'bg-marigold text-on-marigold',
  waiting: 'bg-sunken text-ink',
  resolved: 'bg-leaf-wash text-ink',
  declined: 'bg-sunken text-ink',
} as const

export function DisputeMark({ dispute }: { dispute: Pick<Dispute, 'state' | 'is_overdue'> }) {
  const t = useTranslations('AdminDisputes.states')
  const { state, is_overdue } = dispute
  return (
    <span
      className={cn(
        'inline-flex items-center rounded-full px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap',
        is_overdue ? 'bg-alarm-wash text-alarm' : looks[state],
      )}
    >
      {is_overdue ? t('overdue') : t(state)}
    </span>
  )
}
