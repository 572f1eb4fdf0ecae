import { useTranslations } from 'next-intl'
import { useAuditWords } from '#components/audit/use-audit-words.ts'
import { useCaseWords } from '#components/reconciliation/use-case-words.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import { disputeKinds, disputeStates } from '#lib/contract/disputes/constants.ts'
import { moneyOutStates } from '#lib/contract/money-out/constants.ts'
import { paymentPurposes } from '#lib/contract/payments/constants.ts'
import type { PersonRecord } from '#lib/contract/people/calls.ts'
import { refundMethods } from '#lib/contract/reconciliation/constants.ts'
import { type SectionName, sectionStates } from './record-words.ts'

const kinds = [
  'video_entry',
  'video_official',
  'track',
  'approve',
  'reject',
  'revocation',
  'sign_in',
  'comment',
  'report_by',
  'report_about',
  'by_payer',
  'by_staff',
  'receipt',
] as const
const endings = [
  'logout',
  'idle',
  'cookie_removed',
  'deactivated',
  'account_deleted',
  'second_factor_reset',
  'second_factor_enrolled',
  'reuse',
  'ended_by_command',
  'password_reset',
] as const

const wordIn = <Known extends string>(known: readonly Known[], key: string | null) =>
  known.find((one) => one === key)

/** An unknown code of a newer release is shown as it is. */
export function useRecordWords() {
  const t = useTranslations('People')
  const payments = useTranslations('AdminPayments')
  const moneyOut = useTranslations('MoneyOut.states')
  const disputeKind = useTranslations('Dispute.kinds')
  const disputeState = useTranslations('AdminDisputes.states')
  const audit = useAuditWords()
  const cases = useCaseWords()
  const monthTitle = useMonthTitle()

  const state = (section: SectionName, key: string | null): string => {
    if (key === null) return ''
    const withdrawal = section === 'withdrawals' ? wordIn(moneyOutStates, key) : undefined
    if (withdrawal) return moneyOut(withdrawal)
    const dispute = section === 'disputes' ? wordIn(disputeStates, key) : undefined
    if (dispute) return disputeState(dispute)
    const words = sectionStates[section]
    const known = words?.states.find((one) => one === key)
    // TypeScript cannot relate group and state, which come from one entry of `sectionStates`.
    return words?.group && known ? t(`states.${words.group}.${known}` as 'states.money.counted') : key
  }

  const kind = (section: SectionName, row: PersonRecord): string => {
    const purpose = wordIn(paymentPurposes, row.kind)
    const method = wordIn(refundMethods, row.kind)
    const known = wordIn(kinds, row.kind)
    const complaint = section === 'disputes' ? wordIn(disputeKinds, row.kind) : undefined
    if (complaint) return disputeKind(complaint)
    if (section === 'audit') return audit.action(row.kind, row.kind.replaceAll(/[._]/g, ' '))
    if (section === 'letters' || section === 'withdrawals' || section === 'wallet') return ''
    if (purpose) return payments(`purposes.${purpose}`)
    if (method) return payments(`methods.${method}`)
    return known ? t(`kinds.${known}`) : row.kind
  }

  const title = (section: SectionName, row: PersonRecord): string => {
    if (section === 'audit') return kind(section, row)
    if (section === 'withdrawals') return row.reference ?? ''
    const what = kind(section, row)
    const of = [row.title, row.month ? monthTitle(row.month) : ''].filter(Boolean).join(' · ')
    // A gift's kind is clear, so its video is enough.
    if (section === 'gifts' && of) return of
    return what && of ? payments('kinds.for', { what, about: of }) : what || of
  }

  const reason = (section: SectionName, row: PersonRecord): string => {
    const ending = section === 'sessions' ? wordIn(endings, row.reason) : undefined
    return ending ? t(`ended.${ending}`) : cases.reason(row)
  }
  return { state, title, reason }
}
