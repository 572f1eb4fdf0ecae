import { useTranslations } from 'next-intl'
import type { AdminPayment } from '#lib/contract/reconciliation/calls.ts'

const purposes = ['gift', 'subscription', 'topup', 'withdrawal', 'working', 'utility'] as const
const reasons = [
  'fraud_hold',
  'own_phone_masked',
  'phone_day_limit',
  'video_withdrawn',
  'dancer_inactive',
  'wrong_amount',
  'too_many_votes',
  'too_early',
  'late',
  'paid_twice',
  'receipt_reused',
  'no_such_account',
  'in_review',
  'refund_failed',
  'unheard',
  'no_float',
  'initiator_refused',
  'contradiction',
  'stuck',
  'all_stuck',
  'throttled',
  'unreachable',
] as const

/** What lines of the story are about: accounts of the books, and what a check has read. */
const labels = [
  'amount',
  'by',
  'mpesa',
  'ledger',
  'beside',
  'dancer',
  'musician',
  'mpesa_collection',
  'mpesa_payout',
  'platform_revenue',
  'prize_pool',
  'royalty_pool',
  'suspense',
] as const

/** What people call what the machine names by a word. */
export function useCaseWords() {
  const t = useTranslations('AdminPayments')
  return {
    title: (row: Pick<AdminPayment, 'kind' | 'reference' | 'purpose' | 'about'>) => {
      if (row.kind === 'alert') return t('kinds.alert')
      if (row.kind === 'receipt')
        return row.reference ? t('kinds.money', { account: row.reference }) : t('kinds.receipt')
      const known = purposes.find((purpose) => purpose === row.purpose)
      const what = known ? t(`purposes.${known}`) : t('kinds.payment')
      return row.about ? t('kinds.for', { what, about: row.about }) : what
    },
    label: (key: string) => {
      const known = labels.find((label) => label === key)
      return known ? t(`labels.${known}`) : key.replaceAll('_', ' ')
    },
    reason: (row: Pick<AdminPayment, 'reason'>) => {
      const known = reasons.find((reason) => reason === row.reason)
      return known ? t(`reasons.${known}`) : (row.reason ?? '')
    },
  }
}
