import { useTranslations } from 'next-intl'
import { BackLink } from '#components/desk/back-link.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { addressWith } from '#components/ui/use-address-param.ts'
import { ApiError } from '#lib/client/http/api.ts'
import type { AdminPaymentDetail } from '#lib/contract/reconciliation/calls.ts'
import { CaseActions } from './case-actions.tsx'
import { CaseFacts } from './case-facts.tsx'
import { CaseStatusMark } from './case-status-mark.tsx'
import { CaseTimeline } from './case-timeline.tsx'
import { useCaseWords } from './use-case-words.ts'
import { useCase } from './use-cases.ts'

export function CaseView({ id }: { id: string }) {
  const t = useTranslations('AdminPayments')
  const query = useCase(id)
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <>
      <BackLink data-case-back="" href={addressWith({ case: null })}>
        {t('back')}
      </BackLink>
      <TabState query={query} failed={t(isGone ? 'gone' : 'failed')}>
        {(found) => <Case found={found} />}
      </TabState>
    </>
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
        <CaseFacts found={found} />
      </div>
      <div className="min-w-0 lg:row-span-2">
        <CaseActions found={found} />
      </div>
      <section aria-labelledby="case-timeline" className="min-w-0">
        <h3 id="case-timeline" className="text-lg">
          {t('timeline')}
        </h3>
        <CaseTimeline kind={found.kind} events={found.timeline} />
      </section>
    </article>
  )
}
