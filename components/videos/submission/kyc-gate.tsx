'use client'

import { Hourglass } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Button, buttonStyle } from '#components/ui/button.tsx'
import { kycGateOf } from '#lib/client/videos/upload-step.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { GateCard } from './gate-card.tsx'

/** Spec 1, section 2: under review, rejected, not submitted. */
export function KycGate({ profile }: { profile: Pick<Profile, 'kyc_status' | 'kyc_rejection_reason'> }) {
  const t = useTranslations('Upload')
  const gate = kycGateOf(profile.kyc_status)
  const action =
    gate === 'under_review' ? (
      <Button size="large" disabled>
        <Hourglass aria-hidden="true" className="size-5" /> {t('kyc.under_review.button')}
      </Button>
    ) : (
      <Link href="/kyc-upload" className={buttonStyle({ tone: 'loud', size: 'large' })}>
        {t(`kyc.${gate}.button`)}
      </Link>
    )
  return (
    <GateCard title={t(`kyc.${gate}.title`)} action={action}>
      <p>{t(`kyc.${gate}.detail`)}</p>
      {gate === 'rejected' && profile.kyc_rejection_reason ? (
        <p className="mt-4 rounded-2xl bg-alarm-wash px-4 py-3 text-base text-alarm">
          <span className="font-semibold">{t('reason')}</span> {profile.kyc_rejection_reason}
        </p>
      ) : null}
    </GateCard>
  )
}
