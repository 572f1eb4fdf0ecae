import { useTranslations } from 'next-intl'
import { paymentPurposes } from '#lib/contract/payments/constants.ts'
import type { AdminPayment, CaseEvent } from '#lib/contract/reconciliation/calls.ts'
import { caseSubjects, refundMethods, resolutionActions } from '#lib/contract/reconciliation/constants.ts'
import { actionKey } from './action-key.ts'

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
  'given_back',
  'no_such_account',
  'in_review',
  'signal_hold',
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

/** Known labels of an event's figures: accounts of the books, and values of a check. */
const labels = [
  'amount',
  'by',
  'mpesa',
  'ledger',
  'not_of',
  'dancer',
  'musician',
  'mpesa_collection',
  'mpesa_payout',
  'platform_revenue',
  'prize_pool',
  'royalty_pool',
  'suspense',
] as const

const journals = [
  ...paymentPurposes,
  'suspense',
  'suspense_reversed',
  'difference',
  'difference_reversed',
  'withdrawal',
  'withdrawal_borne',
  'gift_taken_back',
  'gift_released',
  'subscription_taken_back',
  'topup_taken_back',
  'refund',
  'write_off',
  'write_off_reversed',
] as const
/** Calls to M-Pesa, and its messages. */
const messages = [
  'stk_push',
  'stk',
  'stk_query',
  'c2b_confirmation',
  'statement',
  'b2c',
  'b2c_result',
  'b2c_timeout',
  'reversal',
  'refund_result',
  'refund_timeout',
  'refund_status',
  'status_result',
] as const

const outcomes = [
  'awaiting',
  'credited',
  'suspense',
  'review',
  'declined',
  'paid',
  'handed_over',
  'set_aside',
  'unreadable',
  'no_receipt',
  'receipt_attached',
  'to_be_verified',
  'unknown_payment',
  'unmatched',
  'claimed',
  'refund_pending',
  'refunded',
  'written_off',
  'confirmed',
  'rejected',
  'open',
  'closed',
  'under_way',
  'requested',
  'submitting',
  'accepted',
  'unknown',
  'done',
  'failed',
] as const

const wordIn = <Known extends string>(known: readonly Known[], key: string) =>
  known.find((one) => one === key)

export function useCaseWords() {
  const t = useTranslations('AdminPayments')
  const wallets = useTranslations('AdminWallets.types')
  /** An event's subject; null for an external or internal key, which is shown as it is. */
  const subject = (
    { kind, title }: CaseEvent,
    of: AdminPayment['kind'],
    isReversed: boolean,
  ): string | null => {
    switch (kind) {
      case 'asked':
        return ''
      case 'approval':
        return title
      case 'journal': {
        const journal = wordIn(journals, title)
        return journal ? wallets(journal) : null
      }
      case 'proposal':
      case 'decision': {
        const action = wordIn(resolutionActions, title)
        if (!action) return null
        return t(
          `actions.${isReversed ? actionKey({ kind: of, status: 'reversed' }, action) : action}.button`,
        )
      }
      case 'refund': {
        const method = wordIn(refundMethods, title)
        return method ? t(`methods.${method}`) : null
      }
      case 'request':
      case 'callback':
      case 'question':
      case 'statement': {
        const message = wordIn(messages, title.replaceAll('/', '_'))
        return message ? t(`messages.${message}`) : null
      }
      case 'alert': {
        const reason = wordIn(reasons, title === 'unresolved' ? 'unheard' : title)
        return reason ? t(`reasons.${reason}`) : null
      }
      default:
        return null
    }
  }
  return {
    subject,
    /** Words for the codes of an outcome; an unknown text stays. */
    outcome: (said: string) =>
      said
        .split(': ')
        .map((part) => {
          const outcome = wordIn(outcomes, part.replaceAll(' ', '_'))
          if (outcome) return t(`outcomes.${outcome}`)
          const reason = wordIn(reasons, part)
          return reason ? t(`reasons.${reason}`) : part
        })
        .join(': '),
    title: (row: Pick<AdminPayment, 'kind' | 'reference' | 'purpose' | 'about'>) => {
      if (row.kind === 'alert') return t('kinds.alert')
      if (row.kind === 'reversal') return t('kinds.reversal')
      if (row.kind === 'receipt')
        return row.reference ? t('kinds.money', { account: row.reference }) : t('kinds.receipt')
      const known = caseSubjects.find((one) => one === row.purpose)
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
