'use client'

import { useTranslations } from 'next-intl'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { useAddressPage } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { OWN_LIST_PAGE_SIZE } from '#lib/client/profiles/own-lists-api.ts'
import type { MusicianAssignment } from '#lib/contract/tracks/calls.ts'
import { ListEmpty, ListLoading } from './list-states.tsx'
import { useTrackAssignments } from './use-own-lists.ts'

/** Which dancers were given the musician's tracks. */
export function TrackAssignments() {
  const t = useTranslations('Profile.assignments')
  const tabs = useTranslations('Profile.tabs')
  const page = useAddressPage('page')
  const { data, isError, isFetching, refetch } = useTrackAssignments(page)
  if (isError) return <LoadFailed words={t('failed')} onRetry={refetch} retrying={isFetching} />
  if (!data) return <ListLoading words={t('loading')} />
  if (data.results.length === 0) {
    const action = { href: '/musician-dashboard', words: t('toDashboard') }
    return <ListEmpty title={t('emptyTitle')} detail={t('emptyDetail')} action={action} />
  }
  return (
    <>
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
  const formats = useFormats()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 rounded-3xl border border-line bg-surface px-5 py-4">
      <div className="min-w-0">
        <h3 className="text-lg break-words">{assignment.track_name}</h3>
        <p className="break-words">{t('given', { dancer: assignment.dancer_name })}</p>
        <p className="text-sm text-soft">
          {assignment.challenge_title} · {formats.day(assignment.assigned_date)}
        </p>
      </div>
      <p className={`rounded-full px-3 py-0.5 text-sm font-semibold ${looks[assignment.status]}`}>
        {t(`statuses.${assignment.status}`)}
      </p>
    </li>
  )
}
