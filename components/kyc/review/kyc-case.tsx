import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ReviewCase } from '#components/review/review-case.tsx'
import { useDrafts } from '#components/review/use-drafts.ts'
import type { Queue } from '#components/review/use-queue.ts'
import { breakingEmail } from '#components/ui/breaking-email.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Loading } from '#components/ui/loading.tsx'
import { TextAreaField } from '#components/ui/text-area-field.tsx'
import type { BodyOf } from '#lib/client/http/api-types.ts'
import { isConverted } from '#lib/client/kyc/kyc-file.ts'
import { KYC_NOTE_MAX } from '#lib/contract/kyc/requirements.ts'
import type { KycSubmissionItem } from '#lib/contract/kyc/review.ts'
import { DocumentViewer } from './document-viewer.tsx'
import { KycFacts } from './kyc-facts.tsx'
import { useSubmission, useSubmissionReview } from './use-submission.ts'

const templates = ['unreadable', 'name', 'number', 'face', 'expired', 'mixed'] as const

export function KycCase({ queue, item }: { queue: Queue<KycSubmissionItem>; item: KycSubmissionItem }) {
  const t = useTranslations('Review')
  const roles = useTranslations('Officer.roles')
  const { data, isError, isFetching, refetch } = useSubmission(item.id)
  // Drafts belong to one submission; after a new submission they would refer to the old documents.
  const submission = `${item.id} ${data?.kyc_submitted_at ?? item.kyc_submitted_at}`
  const drafts = useDrafts(submission)
  const [shown, setShown] = useState<string | null>(null)
  const [unshown, setUnshown] = useState<string | null>(null)
  const { reason, note, fieldReasons, matched } = drafts.draft
  const written = Object.fromEntries(Object.entries(fieldReasons).filter(([, words]) => words.trim()))
  const name = item.full_name || item.user.display_name
  const review = useSubmissionReview()
  const decide = (body: BodyOf<'POST /users/profiles/{id}/review_kyc/'>) =>
    review({
      path: { id: item.id },
      body: {
        ...body,
        matched_fields: [...matched],
        internal_note: note.trim(),
        kyc_submitted_at: data?.kyc_submitted_at,
        undoable: true,
      },
    })
  const whyNotApproved = () => {
    if (data?.documents.some(({ problem }) => problem)) return t('kyc.unapprovable.unreadable')
    if (data?.documents.some(isConverted)) return t('kyc.unapprovable.converting')
    return unshown === submission ? t('kyc.unapprovable.unshown') : null
  }
  return (
    <ReviewCase
      kind="kyc"
      queue={queue}
      item={item}
      title={name}
      detail={breakingEmail(t('kyc.detail', { role: roles(item.user.role), email: item.user.email }))}
      owner={{ id: item.id, name }}
      isLoaded={data !== undefined}
      isShown={shown === submission}
      unapprovable={whyNotApproved()}
      drafts={drafts}
      templates={templates.map((template) => t(`kyc.templates.${template}`))}
      reasonMissing={t('kyc.reasonMissing')}
      approve={() => decide({ action: 'approve' })}
      reject={() =>
        decide({
          action: 'reject',
          reason: reason.trim(),
          field_reasons: written,
        })
      }
      exhibit={
        data ? (
          <DocumentViewer
            key={submission}
            userId={item.id}
            documents={data.documents}
            onShown={() => setShown(submission)}
            onUnshown={() => setUnshown(submission)}
          />
        ) : (
          <div aria-hidden="true" className="skeleton size-full rounded-none" />
        )
      }
      note={
        <details className="mb-2 rounded-xl border border-line px-3" open={note !== '' || undefined}>
          <summary className="tap flex items-center text-sm font-semibold">{t('note')}</summary>
          <TextAreaField
            label={<span className="sr-only">{t('note')}</span>}
            hint={t('noteHint')}
            name="internal_note"
            rows={2}
            maxLength={KYC_NOTE_MAX}
            value={note}
            onChange={(event) => drafts.change({ note: event.target.value })}
            className="pb-3"
          />
        </details>
      }
    >
      {data ? (
        <KycFacts
          submission={data}
          isMarking={queue.chosen?.id === item.id}
          marks={fieldReasons}
          onMark={(marks) => drafts.change({ fieldReasons: marks })}
          matched={matched}
          onMatch={(fields) => drafts.change({ matched: fields })}
        />
      ) : isError ? (
        <LoadFailed words={t('kyc.loadFailed')} onRetry={refetch} retrying={isFetching} />
      ) : (
        <Loading words={t('kyc.loading')} skeleton="h-80" />
      )}
    </ReviewCase>
  )
}
