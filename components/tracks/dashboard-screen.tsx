'use client'

import { ArrowRight, BadgeCheck, Hourglass } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Activity, useSyncExternalStore } from 'react'
import { MonthSoFar, useCurrentStatement } from '#components/royalties/month-so-far.tsx'
import { StatementsPanel } from '#components/royalties/statements-panel.tsx'
import { UploadPanel } from '#components/tracks/upload/upload-panel.tsx'
import { AddressTabs, TabPanel } from '#components/ui/address-tabs.tsx'
import { buttonStyle } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useAddressParam } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { trackRemovals } from '#lib/client/tracks/track-removals.ts'
import type { KycStatus } from '#lib/contract/kyc/calls.ts'
import type { Track, TrackStatus } from '#lib/contract/tracks/calls.ts'
import { OfficialVideoForm } from './official-video-form.tsx'
import { TracksPanel } from './tracks-panel.tsx'
import { useMyTracks } from './use-my-tracks.ts'

const tabs = ['upload', 'tracks', 'video', 'statements'] as const
const none: readonly string[] = []

export function DashboardScreen() {
  const t = useTranslations('Musician')
  const tab = useAddressParam('tab', tabs, 'upload')
  const answer = useMyTracks()
  const month = useCurrentStatement()
  const { data: known, isError, isFetching, refetch } = answer
  const leaving = useSyncExternalStore(
    trackRemovals.subscribe,
    () => trackRemovals.ids,
    () => none,
  )
  if (isError && !known)
    return (
      <div className="mt-8">
        <LoadFailed words={t('loadFailed')} onRetry={refetch} retrying={isFetching} />
      </div>
    )
  if (!known) return <DashboardSkeleton />
  const showsMonth = tab === 'upload' && known.results.some(({ status }) => status === 'approved')
  // The running month is at the top of the page, so it must not appear late and move the rest.
  if (showsMonth && month.isLoading) return <DashboardSkeleton />
  return (
    <>
      <StaleNote of={answer} />
      <div className="mt-8 grid grid-cols-1 gap-8">
        {known.kyc_status === 'approved' ? null : <KycBanner status={known.kyc_status} />}
        {showsMonth ? <MonthSoFar /> : null}
        <TrackCounters tracks={known.results.filter(({ id }) => !leaving.includes(id))} />
        <section className="min-w-0">
          <AddressTabs
            param="tab"
            label={t('tabs.label')}
            tabs={tabs.map((id) => ({ id, words: t(`tabs.${id}`) }))}
            selected={tab}
          />
          <TabPanel param="tab" selected={tab}>
            {/* Hidden, not unmounted: text and file stay while another tab is open. */}
            <Activity mode={tab === 'upload' ? 'visible' : 'hidden'}>
              <UploadPanel known={known} />
            </Activity>
            <Activity mode={tab === 'video' ? 'visible' : 'hidden'}>
              <OfficialVideoForm known={known} />
            </Activity>
            {tab === 'tracks' ? (
              <TracksPanel tracks={known.results} leaving={leaving} onStale={refetch} />
            ) : null}
            {tab === 'statements' ? <StatementsPanel /> : null}
          </TabPanel>
        </section>
        <DancerLinks />
      </div>
    </>
  )
}

const lists = [
  { word: 'assignments', path: '/profile?tab=assignments' },
  { word: 'dances', path: '/profile?tab=dances' },
] as const

function DancerLinks() {
  const t = useTranslations('Musician.dancers')
  return (
    <nav aria-label={t('label')} className="grid gap-3 border-t border-line pt-6 sm:grid-cols-2">
      {lists.map(({ word, path }) => (
        <Link
          key={word}
          href={path}
          className="tap flex items-center justify-between gap-3 rounded-2xl border border-line bg-surface px-5 py-3 font-semibold hover:bg-sunken"
        >
          {t(word)} <ArrowRight aria-hidden="true" className="size-5 shrink-0" />
        </Link>
      ))}
    </nav>
  )
}

function DashboardSkeleton() {
  const t = useTranslations('Musician')
  return (
    <div role="status" className="mt-8 grid gap-8">
      <span className="sr-only">{t('loading')}</span>
      <div aria-hidden="true" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['total', 'approved', 'pending', 'rejected'].map((counter) => (
          <div key={counter} className="skeleton h-26 rounded-3xl" />
        ))}
      </div>
      <div aria-hidden="true" className="skeleton h-13 max-w-md rounded-full" />
      <div aria-hidden="true" className="skeleton h-80 rounded-3xl" />
    </div>
  )
}

function KycBanner({ status }: { status: Exclude<KycStatus, 'approved'> }) {
  const t = useTranslations('Musician.kyc')
  const waits = status === 'under_review'
  const Icon = waits ? Hourglass : BadgeCheck
  const look = status === 'rejected' ? 'bg-alarm-wash' : 'bg-night text-on-night'
  return (
    <section
      className={cn('flex flex-col gap-5 rounded-3xl px-6 py-6 sm:flex-row sm:items-center lg:px-8', look)}
    >
      <Icon aria-hidden="true" className="hidden size-10 shrink-0 sm:block" />
      <div className="min-w-0 flex-1">
        <h2 className={cn('text-2xl', status === 'rejected' && 'text-alarm')}>{t(`${status}.title`)}</h2>
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

const counters: Record<string, readonly TrackStatus[] | null> = {
  total: null,
  approved: ['approved'],
  pending: ['pending', 'processing'],
  rejected: ['rejected'],
}

const words = ['total', 'approved', 'pending', 'rejected'] as const

/** Pending includes tracks in processing. */
function TrackCounters({ tracks }: { tracks: readonly Track[] }) {
  const t = useTranslations('Musician.counters')
  const formats = useFormats()
  return (
    <dl aria-label={t('label')} className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {words.map((word) => {
        const statuses = counters[word]
        const count = statuses
          ? tracks.filter(({ status }) => statuses.includes(status)).length
          : tracks.length
        return (
          <div
            key={word}
            className="flex flex-col-reverse rounded-3xl border border-line bg-surface px-5 py-4"
          >
            <dt className="text-sm font-semibold text-soft">{t(word)}</dt>
            <dd className={cn('figures font-display text-4xl leading-tight font-extrabold', looks[word])}>
              {formats.count(count)}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

const looks = { total: '', approved: 'text-leaf', pending: '', rejected: 'text-alarm' } as const
