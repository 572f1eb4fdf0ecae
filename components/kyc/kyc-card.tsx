import { BadgeCheck, CircleDashed, Hourglass, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonStyle } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import type { KycStatus } from '#lib/contract/kyc/calls.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'

const looks = {
  not_submitted: { icon: CircleDashed, style: 'bg-sunken text-ink' },
  pending: { icon: CircleDashed, style: 'bg-sunken text-ink' },
  under_review: { icon: Hourglass, style: 'bg-marigold text-on-marigold' },
  approved: { icon: BadgeCheck, style: 'bg-leaf-wash text-leaf' },
  rejected: { icon: TriangleAlert, style: 'bg-alarm-wash text-alarm' },
} as const satisfies Record<KycStatus, unknown>

export function KycCard({ profile }: { profile: Profile }) {
  const t = useTranslations('KycCard')
  const status = profile.kyc_status
  const { icon: Icon, style } = looks[status]
  const { fields, documents } = profile.missing_requirements
  const missing = [
    fields.length > 0 ? t('missingFields', { count: fields.length }) : '',
    documents.length > 0 ? t('missingDocuments', { count: documents.length }) : '',
  ].filter(Boolean)
  return (
    <section className="rounded-3xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-xl">{t('title')}</h2>
        <p
          className={cn(
            'inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-sm font-semibold',
            style,
          )}
        >
          <Icon aria-hidden="true" className="size-4" /> {t(`states.${status}`)}
        </p>
      </div>
      {status === 'rejected' && profile.kyc_rejection_reason ? (
        <p className="mt-3 font-semibold wrap-anywhere text-alarm">{profile.kyc_rejection_reason}</p>
      ) : null}
      <p className="mt-2 text-soft">{t(`details.${status}`)}</p>
      {status === 'pending' && missing.length > 0 ? (
        <p className="mt-2 text-sm font-semibold">{t('missing', { what: missing.join(', ') })}</p>
      ) : null}
      {status === 'approved' || status === 'under_review' ? null : (
        <Link
          href="/kyc-upload"
          className={buttonStyle({ tone: 'loud', size: 'large', wide: true, className: 'mt-4' })}
        >
          {t(`actions.${status}`)}
        </Link>
      )}
    </section>
  )
}
