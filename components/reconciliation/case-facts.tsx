import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import type { AdminPaymentDetail } from '#lib/contract/reconciliation/calls.ts'
import { useCaseWords } from './use-case-words.ts'

type FactsOf = Pick<
  AdminPaymentDetail,
  | ('id' | 'kind' | 'status' | 'purpose' | 'amount' | 'asked_amount' | 'votes')
  | ('reason' | 'receipt' | 'phone' | 'reference' | 'since' | 'approvals')
>

export function CaseFacts({ found }: { found: FactsOf }) {
  const t = useTranslations('AdminPayments.facts')
  const formats = useFormats()
  const words = useCaseWords()
  const written = (amount: number | null) => (amount === null ? null : formats.shillings(amount))
  const amounts: [string, string | null][] =
    found.asked_amount === null || found.receipt === null
      ? [[t('amount'), written(found.amount)]]
      : [
          [t('asked'), written(found.asked_amount)],
          [t('paid'), written(found.amount)],
        ]
  const facts: [string, string | null][] = [
    ...amounts,
    [t('votes'), found.votes ? formats.count(found.votes) : null],
    [t('reason'), words.reason(found)],
    [t('receipt'), found.receipt],
    [t('phone'), found.phone && formatPhone(found.phone)],
    [t('reference'), found.reference],
    [t('since'), formats.moment(found.since)],
    [t('approvals'), found.approvals.map(({ username }) => username).join(', ')],
    [t('id'), found.id === found.receipt ? null : found.id],
  ]
  return (
    <dl className="mt-4 grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)] gap-y-1.5 rounded-2xl border border-line bg-surface px-5 py-4">
      {facts.map(([label, value]) =>
        value ? (
          <div key={label} className="contents">
            <dt className="text-soft">{label}</dt>
            <dd className="figures font-semibold wrap-anywhere">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
