import { Eye, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import type { ClaimState } from '#lib/client/review/hold-claim.ts'

type ReviewNoticesProps = {
  claim: ClaimState
  /** The case is about the officer who views it. */
  isOwn: boolean
  /** The case was decided or withdrawn meanwhile. */
  isGone: boolean
  onClaim: () => void
  onGoOn: () => void
}

export function ReviewNotices({ claim, isOwn, isGone, onClaim, onGoOn }: ReviewNoticesProps) {
  const t = useTranslations('Review')
  const formats = useFormats()
  return (
    <>
      {isGone ? (
        <Notice icon={<TriangleAlert aria-hidden="true" className="size-5 shrink-0" />}>
          <p>{t('gone')}</p>
          <Button onClick={onGoOn} className="mt-2">
            {t('goOn')}
          </Button>
        </Notice>
      ) : null}
      {claim.kind === 'taken' && !isGone ? (
        <Notice icon={<Eye aria-hidden="true" className="size-5 shrink-0" />}>
          <p>
            <span>{t('taken', { officer: claim.holder })}</span>
            {claim.until ? <span> {t('freeAt', { time: formats.moment(claim.until) })}</span> : null}
          </p>
        </Notice>
      ) : null}
      {claim.kind === 'unknown' && !isGone ? (
        <Notice icon={<TriangleAlert aria-hidden="true" className="size-5 shrink-0" />}>
          <p>{t('unclaimed')}</p>
          <Button onClick={onClaim} className="mt-2">
            {t('claimNow')}
          </Button>
        </Notice>
      ) : null}
      {isOwn ? (
        <Notice icon={<TriangleAlert aria-hidden="true" className="size-5 shrink-0" />}>
          <p id="own-submission">{t('own')}</p>
        </Notice>
      ) : null}
    </>
  )
}

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div role="status" className="mb-4 flex gap-3 rounded-2xl bg-sunken px-4 py-3">
      {icon}
      <div className="min-w-0">{children}</div>
    </div>
  )
}
