import { useTranslations } from 'next-intl'
import type { SignalStatus } from '#lib/contract/fraud/calls.ts'

/** Names an officer's last decision. Only these two statuses tell which one it was. */
export function useReviewName(): (status: SignalStatus) => string {
  const t = useTranslations('Signals.facts')
  return (status) =>
    t(status === 'escalated' || status === 'dismissed' ? `reviewed.${status}` : 'reviewed.other')
}
