'use client'

import { useTranslations } from 'next-intl'
import { useMyProfile } from '#components/profiles/use-my-profile.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { isKycLocked } from '#lib/client/kyc/kyc-form.ts'
import { KycNotice } from './kyc-notice.tsx'
import { KycWizard } from './kyc-wizard.tsx'

/** The wizard, or why there is none: under review, approved, or nobody to be checked. */
export function KycScreen() {
  const t = useTranslations('Kyc')
  const { data: profile, isError, isFetching, refetch } = useMyProfile()
  if (!profile) {
    return (
      <div className="mt-8">
        {isError ? (
          <LoadFailed words={t('failed')} onRetry={refetch} retrying={isFetching} />
        ) : (
          <WizardLoading />
        )}
      </div>
    )
  }
  const { role } = profile.user
  if (role !== 'dancer' && role !== 'copyright_owner') {
    return <KycNotice tone="plain" title={t('notNeeded')} detail={t('notNeededDetail')} />
  }
  const { kyc_status } = profile
  if (isKycLocked(kyc_status)) {
    const state = kyc_status === 'approved' ? 'approved' : 'under_review'
    return (
      <KycNotice
        tone={state === 'approved' ? 'good' : 'wait'}
        title={t(`locked.${state}.title`)}
        detail={t(`locked.${state}.detail`)}
      />
    )
  }
  return <KycWizard profile={profile} role={role} />
}

function WizardLoading() {
  const t = useTranslations('Kyc')
  return (
    <div role="status">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true" className="grid gap-6">
        <div className="bone h-11" />
        {Array.from({ length: 5 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a placeholder have no identity
          <div key={row}>
            <div className="bone h-5 w-36" />
            <div className="bone mt-2 h-12" />
          </div>
        ))}
      </div>
    </div>
  )
}
