'use client'

import { BadgeCheck, Hourglass, Info } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { useMyProfile } from '#components/profiles/use-my-profile.ts'
import { buttonStyle } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { isKycLocked } from '#lib/client/kyc/kyc-form.ts'
import type { Profile } from '#lib/contract/profiles/calls.ts'
import { KycWizard } from './kyc-wizard.tsx'

export function KycScreen() {
  const t = useTranslations('Kyc')
  const known = useMyProfile()
  const { data: profile, isError, isFetching, refetch } = known
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
  return (
    <>
      <StaleNote of={known} />
      <KnownKyc profile={profile} />
    </>
  )
}

function KnownKyc({ profile }: { profile: Profile }) {
  const t = useTranslations('Kyc')
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
        <div className="skeleton h-11" />
        {Array.from({ length: 5 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows never move
          <div key={row}>
            <div className="skeleton h-5 w-36" />
            <div className="skeleton mt-2 h-12" />
          </div>
        ))}
      </div>
    </div>
  )
}

type KycNoticeProps = { tone: 'good' | 'wait' | 'plain'; title: string; detail: string }

const looks = {
  good: { icon: BadgeCheck, style: 'bg-leaf-wash text-leaf' },
  wait: { icon: Hourglass, style: 'bg-marigold text-on-marigold' },
  plain: { icon: Info, style: 'bg-sunken text-ink' },
}

function KycNotice({ tone, title, detail }: KycNoticeProps) {
  const t = useTranslations('Kyc')
  const heading = useRef<HTMLHeadingElement>(null)
  // The submit button that had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  const { icon: Icon, style } = looks[tone]
  return (
    <section className="mt-8 rounded-3xl border border-line bg-surface px-6 py-10 text-center">
      <span className={cn('mx-auto grid size-16 place-items-center rounded-full', style)}>
        <Icon aria-hidden="true" className="size-8" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="mt-5 text-2xl outline-none">
        {title}
      </h2>
      <p className="mx-auto mt-2 max-w-md text-soft">{detail}</p>
      <Link href="/profile" className={buttonStyle({ tone: 'loud', size: 'large', className: 'mt-7' })}>
        {t('toProfile')}
      </Link>
    </section>
  )
}
