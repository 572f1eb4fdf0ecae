import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { AddressTabs, TabPanel } from '#components/ui/address-tabs.tsx'
import { cn } from '#components/ui/cn.ts'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { StaleNote } from '#components/ui/stale-note.tsx'
import { useAddressPage, useAddressParam } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { useMonthTitle } from '#components/ui/use-month-title.ts'
import type { KycRole } from '#lib/client/kyc/kyc-form.ts'
import type { MusicianAssignment } from '#lib/contract/tracks/calls.ts'
import { ListEmpty, ListLoading } from './list-states.tsx'
import { MyVideos } from './my-videos.tsx'
import { OWN_LIST_PAGE_SIZE, useDancerVideos, useTrackAssignments } from './use-own-lists.ts'
import { VideoThumbnail } from './video-thumbnail.tsx'

const musicianTabs = ['assignments', 'dances'] as const

export function OwnLists({ role }: { role: KycRole }) {
  return role === 'dancer' ? <DancerLists /> : <MusicianLists />
}

function MusicianLists() {
  const t = useTranslations('Profile.tabs')
  const tab = useAddressParam('tab', musicianTabs, 'assignments')
  return (
    <section>
      <AddressTabs
        param="tab"
        label={t('label')}
        tabs={musicianTabs.map((id) => ({ id, words: t(id) }))}
        selected={tab}
      />
      <TabPanel param="tab" selected={tab}>
        {tab === 'assignments' ? <TrackAssignments /> : <DancerVideos />}
      </TabPanel>
    </section>
  )
}

function DancerLists() {
  const t = useTranslations('Profile.tabs')
  return (
    <section>
      <AddressTabs
        param="tab"
        label={t('label')}
        tabs={[{ id: 'videos', words: t('videos') }]}
        selected="videos"
      />
      <TabPanel param="tab" selected="videos">
        <MyVideos />
      </TabPanel>
    </section>
  )
}

/** Videos to the musician's tracks; the musician earns from their votes too. */
function DancerVideos() {
  const t = useTranslations('Profile.dances')
  const tabs = useTranslations('Profile.tabs')
  const monthTitle = useMonthTitle()
  const formats = useFormats()
  const page = useAddressPage('page')
  const list = useDancerVideos(page)
  const { data, isError, isFetching, refetch } = list
  if (isError && !data) return <LoadFailed words={t('failed')} onRetry={refetch} retrying={isFetching} />
  if (!data) return <ListLoading words={t('loading')} />
  if (data.results.length === 0) return <ListEmpty title={t('emptyTitle')} detail={t('emptyDetail')} />
  return (
    <>
      <StaleNote of={list} />
      <ul className="grid grid-cols-1 gap-3">
        {data.results.map((video) => (
          <li
            key={video.id}
            className="flex gap-4 max-[15rem]:flex-wrap rounded-3xl border border-line bg-surface p-4"
          >
            <VideoThumbnail id={video.id} picture={video.thumbnail} seconds={video.duration} />
            <div className="min-w-0 flex-1 max-[15rem]:basis-full">
              <h3 className="text-lg wrap-anywhere">
                <Link href={`/video/${video.id}`} className="underline underline-offset-4">
                  {video.title}
                </Link>
              </h3>
              <p className="wrap-anywhere">
                {t('by', { dancer: video.dancer_name, track: video.track_name })}
              </p>
              <p className="figures mt-1 flex flex-wrap gap-x-4 text-sm">
                <span className="font-semibold">
                  {t('votes', { count: video.votes, shown: formats.count(video.votes) })}
                </span>
                <span className="text-soft">{monthTitle(video.challenge_title)}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Pager
        of={tabs('dances')}
        param="page"
        page={page}
        pages={Math.ceil(data.count / OWN_LIST_PAGE_SIZE)}
      />
    </>
  )
}

function TrackAssignments() {
  const t = useTranslations('Profile.assignments')
  const tabs = useTranslations('Profile.tabs')
  const page = useAddressPage('page')
  const list = useTrackAssignments(page)
  const { data, isError, isFetching, refetch } = list
  if (isError && !data) return <LoadFailed words={t('failed')} onRetry={refetch} retrying={isFetching} />
  if (!data) return <ListLoading words={t('loading')} />
  if (data.results.length === 0) {
    const action = { href: '/musician-dashboard', words: t('toDashboard') }
    return <ListEmpty title={t('emptyTitle')} detail={t('emptyDetail')} action={action} />
  }
  return (
    <>
      <StaleNote of={list} />
      <ul className="grid grid-cols-1 gap-3">
        {data.results.map((assignment) => (
          <Assignment key={assignment.id} assignment={assignment} />
        ))}
      </ul>
      <Pager
        of={tabs('assignments')}
        param="page"
        page={page}
        pages={Math.ceil(data.count / OWN_LIST_PAGE_SIZE)}
      />
    </>
  )
}

const looks = {
  active: 'bg-sunken text-ink',
  completed: 'bg-leaf-wash text-leaf',
  cancelled: 'bg-alarm-wash text-alarm',
}

function Assignment({ assignment }: { assignment: MusicianAssignment }) {
  const t = useTranslations('Profile.assignments')
  const monthTitle = useMonthTitle()
  const formats = useFormats()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 rounded-3xl border border-line bg-surface px-5 py-4">
      <div className="min-w-0">
        <h3 className="text-lg wrap-anywhere">{assignment.track_name}</h3>
        <p className="wrap-anywhere">{t('given', { dancer: assignment.dancer_name })}</p>
        <p className="text-sm text-soft">
          {monthTitle(assignment.challenge_title)} · {formats.day(assignment.assigned_date)}
        </p>
      </div>
      <p className={cn('rounded-full px-3 py-0.5 text-sm font-semibold', looks[assignment.status])}>
        {t(`statuses.${assignment.status}`)}
      </p>
    </li>
  )
}
