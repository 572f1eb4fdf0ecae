'use client'

import { useTranslations } from 'next-intl'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { nextStep } from '#lib/client/videos/upload-step.ts'
import { KycGate } from './kyc-gate.tsx'
import { StepRail } from './step-rail.tsx'
import { SubscriptionGate } from './subscription-gate.tsx'
import { TrackList } from './track-list.tsx'
import { UploadBones } from './upload-bones.tsx'
import { useUpload } from './use-upload.ts'
import { WaitingGate } from './waiting-gate.tsx'

/** One rail from KYC to the last video, and under it the one thing that is next. */
export function UploadScreen() {
  const t = useTranslations('Upload')
  const upload = useUpload()
  const { profile, subscription, assignments } = upload
  if (upload.hasFailed)
    return (
      <div className="mt-10">
        <LoadFailed words={t('loadFailed')} onRetry={upload.refresh} retrying={upload.isAsking} />
      </div>
    )
  if (upload.isLoading || !profile) return <UploadBones />
  const next = nextStep({
    kycStatus: profile.kyc_status,
    isSubscribed: subscription?.subscribed === true,
    submitted: assignments?.assignments.map(({ submitted }) => submitted) ?? [],
  })
  return (
    <>
      <StepRail next={next} />
      {next === 'kyc' ? <KycGate profile={profile} /> : null}
      {next === 'subscribe' && subscription ? <SubscriptionGate subscription={subscription} /> : null}
      {next === 'tracks' ? <WaitingGate onRefresh={upload.refresh} /> : null}
      {(next === 'submit' || next === 'done') && assignments ? (
        <TrackList known={assignments} onStale={upload.refresh} />
      ) : null}
    </>
  )
}
