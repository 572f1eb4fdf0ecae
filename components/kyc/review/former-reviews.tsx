'use client'

import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import type { KycSubmissionDetail } from '#lib/contract/review/calls.ts'

/** What officers decided before, with their notes, newest first. */
export function FormerReviews({ reviews }: Pick<KycSubmissionDetail, 'reviews'>) {
  const t = useTranslations('Review.kyc')
  const formats = useFormats()
  if (reviews.length === 0) return null
  return (
    <section>
      <h3 className="mb-2 text-base">{t('former')}</h3>
      <ol className="grid gap-3">
        {reviews.map((review) => (
          <li key={review.id} className="rounded-2xl bg-sunken px-4 py-3 text-sm">
            <p className="font-semibold">
              {t(review.action === 'approve' ? 'formerApproved' : 'formerRejected', {
                officer: review.officer.display_name || review.officer.username,
              })}{' '}
              <time dateTime={review.created_at} className="figures font-normal text-soft">
                {formats.moment(review.created_at)}
              </time>
            </p>
            {review.reason ? <p className="break-words whitespace-pre-line">{review.reason}</p> : null}
            {review.internal_note ? (
              <p className="mt-1 break-words whitespace-pre-line text-soft">
                {t('formerNote', { note: review.internal_note })}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
