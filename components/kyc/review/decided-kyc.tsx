import { useTranslations } from 'next-intl'
import { DecidedList } from '#components/review/decided/decided-list.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { api } from '#lib/client/http/api.ts'
import { decidedQuery } from '#lib/client/review/desk-lists.ts'
import type { KycSubmissionItem } from '#lib/contract/kyc/review.ts'
import { DocumentViewer } from './document-viewer.tsx'
import { KycFacts } from './kyc-facts.tsx'
import { useSubmission } from './use-submission.ts'

/** Decided KYC submissions. Opening one creates document links, which the audit log records. */
export default function DecidedKyc() {
  const t = useTranslations('Officer')
  const review = useTranslations('Review')
  return (
    <DecidedList<KycSubmissionItem>
      kind="kyc"
      fetchPage={(place, signal) =>
        api('GET /users/compliance/kyc-submissions/', {
          query: { ...decidedQuery(place), kyc_status: place.status },
          signal,
        })
      }
      searchLabel={t('kyc.searchDecided')}
      titleOf={({ full_name }) => full_name}
      detailOf={({ user }) => review('kyc.detail', { role: t(`roles.${user.role}`), email: user.email })}
      decisionOf={(row) => ({
        status: row.kyc_status === 'rejected' ? 'rejected' : 'approved',
        by: row.reviewed_by,
        at: row.reviewed_at,
        reason: row.rejection_reason,
        note: row.internal_note,
      })}
      exhibit={({ id }) => <Documents key={id} id={id} />}
    >
      {({ id }) => <Form key={id} id={id} />}
    </DecidedList>
  )
}

function Documents({ id }: { id: string }) {
  const { data } = useSubmission(id)
  return data ? (
    <DocumentViewer userId={id} documents={data.documents} />
  ) : (
    <div aria-hidden="true" className="skeleton size-full rounded-none" />
  )
}

function Form({ id }: { id: string }) {
  const t = useTranslations('Review.kyc')
  const { data, isError, isFetching, refetch } = useSubmission(id)
  if (data) return <KycFacts submission={data} isMarking={false} marks={noMarks} onMark={markNothing} />
  if (isError) return <LoadFailed words={t('loadFailed')} onRetry={refetch} retrying={isFetching} />
  return <Loading words={t('loading')} skeleton="h-80" />
}

const noMarks = {}
function markNothing(): void {
  // Decided cases are read-only.
}
