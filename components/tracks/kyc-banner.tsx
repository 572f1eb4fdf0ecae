'use client'

import { BadgeCheck, Hourglass } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonStyle } from '#components/ui/button.tsx'
import type { KycStatus } from '#lib/contract/kyc/calls.ts'

/** Why uploading is closed, and the one thing to do about it; under review there is nothing to do. */
export function KycBanner({ status }: { status: Exclude<KycStatus, 'approved'> }) {
  const t = useTranslations('Musician.kyc')
  const waits = status === 'under_review'
  const Icon = waits ? Hourglass : BadgeCheck
  const look = status === 'rejected' ? 'bg-alarm-wash' : 'bg-night text-on-night'
  return (
    <section
      className={`flex flex-col gap-5 rounded-3xl px-6 py-6 sm:flex-row sm:items-center lg:px-8 ${look}`}
    >
      <Icon aria-hidden="true" className="hidden size-10 shrink-0 sm:block" />
      <div className="min-w-0 flex-1">
        <h2 className={`text-2xl ${status === 'rejected' ? 'text-alarm' : ''}`}>{t(`${status}.title`)}</h2>
        <p className={status === 'rejected' ? 'mt-1' : 'mt-1 text-on-night-soft'}>{t(`${status}.detail`)}</p>
      </div>
      {waits ? null : (
        <Link href="/kyc-upload" className={buttonStyle({ tone: 'loud', size: 'large' })}>
          {t(`${status}.button`)}
        </Link>
      )}
    </section>
  )
}
