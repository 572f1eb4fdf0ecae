import { ArrowLeft } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { TabState } from '#components/desk/tab-state.tsx'
import { buttonStyle } from '#components/ui/button.tsx'
import { visitParam } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatPhone } from '#lib/client/gifts/gift-phone.ts'
import { ApiError } from '#lib/client/http/api.ts'
import type { AdminPaymentDetail } from '#lib/contract/reconciliation/calls.ts'
import { CaseActions } from './case-actions.tsx'
import { listAddress } from './case-list.tsx'
import { CaseStatusMark } from './case-status-mark.tsx'
import { CaseTimeline } from './case-timeline.tsx'
import { useCaseWords } from './use-case-words.ts'
import { useCase } from './use-cases.ts'

/** One payment, payout or alert: what it is, what two people can do about it, and everything that is known of it. */
export function CaseView({ id }: { id: string }) {
  const t = useTranslations('AdminPayments')
  const query = useCase(id)
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <div className="mt-5">
      <a
        data-case-back=""
        href={listAddress()}
        onClick={(event) => {
          event.preventDefault()
          visitParam('case', null)
        }}
        className={buttonStyle({ tone: 'quiet', className: '-ms-4' })}
      >
        <ArrowLeft aria-hidden="true" className="size-5" />
        {t('back')}
      </a>
      <TabState query={query} failed={t(isGone ? 'gone' : 'failed')}>
        {(found) => <Case found={found} />}
      </TabState>
    </div>
  )
}

function Case({ found }: { found: AdminPaymentDetail }) {
  const t = useTranslations('AdminPayments')
  const words = useCaseWords()
  return (
    <article
      aria-labelledby="case-title"
      className="mt-3 grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <div className="min-w-0">
        <h2 id="case-title" className="text-2xl wrap-anywhere">
          {words.title(found)}
        </h2>
        <div className="mt-2">
          <CaseStatusMark row={found} />
        </div>
        <Facts found={found} />
      </div>
      <div className="min-w-0 lg:row-span-2">
        <CaseActions found={found} />
      </div>
      <section aria-labelledby="case-timeline" className="min-w-0">
        <h3 id="case-timeline" className="text-lg">
          {t('timeline')}
        </h3>
        <CaseTimeline events={found.timeline} />
      </section>
    </article>
  )
}

function Facts({ found }: { found: AdminPaymentDetail }) {
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
