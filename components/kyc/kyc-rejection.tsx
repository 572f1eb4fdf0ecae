'use client'

import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { Profile } from '#lib/contract/profiles/calls.ts'

/** Why the last submission was turned down, above everything, until it is submitted again. */
export function KycRejection({ profile }: { profile: Profile }) {
  const t = useTranslations('Kyc')
  const reason = profile.kyc_rejection_reason.trim()
  const isRejected = profile.kyc_status === 'rejected' || reason !== ''
  if (!isRejected) return null
  return (
    <section className="mb-6 flex gap-4 rounded-3xl bg-alarm-wash px-5 py-5">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-alarm" />
      <div className="min-w-0">
        <h2 className="text-xl text-alarm">{t('rejectedTitle')}</h2>
        <p className="mt-2 text-lg font-semibold break-words">{reason || t('rejectedNoReason')}</p>
        {Object.keys(profile.kyc_field_reasons).length > 0 ? (
          <p className="mt-1 text-soft">{t('rejectedDetail')}</p>
        ) : null}
      </div>
    </section>
  )
}
