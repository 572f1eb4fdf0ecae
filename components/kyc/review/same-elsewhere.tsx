import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { KycSubmissionDetail } from '#lib/contract/kyc/review.ts'

type Other = KycSubmissionDetail['same_national_id'][number]
type SameElsewhereProps = { kind: 'sameId' | 'samePhone'; others: readonly Other[] }

/** Other accounts with the same number; their submissions open in a new tab. */
export function SameElsewhere({ kind, others }: SameElsewhereProps) {
  const t = useTranslations('Review.kyc')
  if (others.length === 0) return null
  return (
    <section
      aria-label={t(`${kind}.title`)}
      className="mb-4 flex gap-3 rounded-2xl bg-alarm-wash px-4 py-3 text-alarm"
    >
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <p role="alert" className="font-semibold">
          {t(`${kind}.title`)}
        </p>
        <ul>
          {others.map((other) => (
            <li key={other.id} className="wrap-anywhere">
              <OtherAccount other={other} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function OtherAccount({ other }: { other: Other }) {
  const t = useTranslations('Review.kyc')
  const { username, display_name: name, kyc_status: status } = other
  const words = name === username ? name : t('otherName', { name, username })
  const href = hrefOf(other)
  return (
    <>
      {href ? (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4"
        >
          {words}
        </a>
      ) : (
        <span className="inline-flex min-h-9 items-center font-semibold">{words}</span>
      )}
      <span className="whitespace-nowrap">{` ${t(`otherStatus.${status}`)}`}</span>
    </>
  )
}

/**
 * Address of the account's case; null if it has none. Searches by email: a short username matches many
 * people, and the case might not be on the first page.
 */
function hrefOf({ id, email, kyc_status: status }: Other): string | null {
  if (status === 'not_submitted' || status === 'pending') return null
  const query = new URLSearchParams({ search: email, item: id })
  if (status !== 'under_review') query.set('view', 'decided')
  return `/officer?${query}`
}
