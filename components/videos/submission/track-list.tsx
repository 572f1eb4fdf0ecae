import { useLocale, useTranslations } from 'next-intl'
import { serverClock } from '#lib/client/browser/server-clock.ts'
import { daysLeft } from '#lib/client/formats/amounts.ts'
import { videosWanted } from '#lib/client/videos/upload-step.ts'
import { TRACKS_PER_DANCER } from '#lib/contract/videos/constants.ts'
import { defaultLocale, formatLocales, isLocale } from '#messages/locales.ts'
import { TrackCard } from './track-card.tsx'
import type { OwnAssignments } from './use-upload.ts'

export function TrackList({ known, onStale }: { known: OwnAssignments; onStale: () => void }) {
  const t = useTranslations('Upload')
  const { assignments, submissions_end_at, can_submit } = known
  const done = assignments.filter(({ submitted }) => submitted).length
  const all = videosWanted(assignments.length, can_submit)
  const isDone = done === all
  return (
    <section aria-labelledby="tracks-title" className="mt-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="tracks-title" className="text-3xl">
          {t(isDone ? 'allDone' : 'tracksTitle')}
        </h2>
        <p role="status" className="figures text-lg font-bold">
          {t('progress', { done, all })}
        </p>
      </div>
      <progress
        aria-label={t('progressLabel')}
        value={done}
        max={all}
        className="mt-3 block h-3 w-full appearance-none overflow-hidden rounded-full bg-sunken accent-marigold [&::-moz-progress-bar]:bg-marigold [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-marigold"
      />
      <Deadline end={submissions_end_at} isOpen={can_submit} isDone={isDone} />
      {assignments.length < TRACKS_PER_DANCER ? (
        <p className="mt-1 text-soft">{t(can_submit ? 'moreTracks' : 'noMoreTracks')}</p>
      ) : null}
      <ol className="mt-6 grid grid-cols-1 gap-5">
        {assignments.map((assignment, index) => (
          <TrackCard
            key={assignment.id}
            assignment={assignment}
            place={index + 1}
            isOpen={can_submit}
            onStale={onStale}
          />
        ))}
      </ol>
    </section>
  )
}

function Deadline({ end, isOpen, isDone }: { end: string | null; isOpen: boolean; isDone: boolean }) {
  const t = useTranslations('Upload')
  const locale = useLocale()
  if (!end) return null
  if (isDone) return <p className="mt-3 text-soft">{t('allDoneDetail')}</p>
  if (!isOpen) return <p className="mt-3 font-semibold text-alarm">{t('closed')}</p>
  const format = new Intl.DateTimeFormat(formatLocales[isLocale(locale) ? locale : defaultLocale], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Africa/Nairobi',
  })
  // `end` is exclusive, so the last valid minute is shown.
  const last = new Date(Date.parse(end) - 60_000)
  const days = daysLeft(end, serverClock.at())
  return <p className="figures mt-3 text-soft">{t('deadline', { end: format.format(last), days })}</p>
}
