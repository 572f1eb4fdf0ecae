import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { TrackPlayer } from '#components/tracks/track-player.tsx'
import { buttonStyle } from '#components/ui/button.tsx'
import { Poster } from '#components/videos/player/poster.tsx'
import type { DancerAssignment } from '#lib/contract/videos/submissions.ts'
import { youtubeIdOf, youtubePicture } from '#lib/contract/videos/youtube-address.ts'
import { SubmitForm } from './submit-form.tsx'

type TrackCardProps = {
  assignment: DancerAssignment
  /** The track's number, from 1. */
  place: number
  /** Submissions are open. */
  isOpen: boolean
  onStale: () => void
}

export function TrackCard({ assignment, place, isOpen, onStale }: TrackCardProps) {
  const t = useTranslations('Upload')
  const { title, artist, genre, duration_seconds, audio_file_url } = assignment.track_details
  const result = useFocusOnceSubmitted(assignment.submitted)
  return (
    <li>
      <article
        aria-label={title}
        className="grid grid-cols-1 gap-6 rounded-3xl border border-line bg-surface p-5 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:gap-10 lg:p-8"
      >
        <div className="grid grid-cols-1 content-start gap-4">
          <div className="flex gap-4">
            <span
              aria-hidden="true"
              className="figures font-display text-5xl leading-none font-extrabold text-drum"
            >
              {place}
            </span>
            <div className="min-w-0">
              <h3 className="text-2xl">{title}</h3>
              <p className="text-soft">{genre ? t('byArtist', { artist, genre }) : artist}</p>
            </div>
          </div>
          <TrackPlayer src={audio_file_url} title={title} seconds={duration_seconds} onFail={onStale} />
        </div>
        <div ref={result} tabIndex={-1} className="grid grid-cols-1 content-start gap-5 outline-none">
          {assignment.video_status === 'rejected' ? (
            <div className="rounded-2xl bg-alarm-wash px-4 py-3 text-alarm">
              <p className="font-semibold">{t('rejected')}</p>
              {assignment.rejection_reason ? <p className="mt-1">{assignment.rejection_reason}</p> : null}
              {isOpen ? <p className="mt-1 text-sm">{t('rejectedNext')}</p> : null}
            </div>
          ) : null}
          <Submission assignment={assignment} isOpen={isOpen} />
        </div>
      </article>
    </li>
  )
}

function Submission({ assignment, isOpen }: Pick<TrackCardProps, 'assignment' | 'isOpen'>) {
  const t = useTranslations('Upload')
  if (assignment.submitted) return <SubmittedView assignment={assignment} />
  // The key starts a new form after a rejection.
  if (isOpen) return <SubmitForm key={assignment.video_id} assignment={assignment} />
  return <p className="text-soft">{t('missed')}</p>
}

/** Focuses the result, because the form that had the focus is gone. */
function useFocusOnceSubmitted(isSubmitted: boolean) {
  const result = useRef<HTMLDivElement>(null)
  const before = useRef(isSubmitted)
  useEffect(() => {
    if (isSubmitted && !before.current) result.current?.focus()
    before.current = isSubmitted
  }, [isSubmitted])
  return result
}

function SubmittedView({ assignment }: { assignment: DancerAssignment }) {
  const t = useTranslations('Upload')
  const { video_id, video_status, video_title, youtube_url, thumbnail_url, track_details } = assignment
  const youtubeId = youtube_url ? youtubeIdOf(youtube_url) : null
  const isLive = video_status === 'approved'
  return (
    <div className="flex items-center gap-4 max-[15rem]:flex-wrap">
      <div className="relative size-24 shrink-0 sm:size-28 overflow-hidden rounded-2xl">
        <Poster
          id={video_id ?? track_details.id}
          title=""
          thumbnail={thumbnail_url ?? (youtubeId ? youtubePicture(youtubeId) : null)}
        />
      </div>
      <div className="min-w-0">
        <p className="font-display text-xl font-bold text-leaf">✓ {t('submitted')}</p>
        {video_title ? <p className="font-semibold">{video_title}</p> : null}
        <p className="text-soft">{t(isLive ? 'live' : 'inReview')}</p>
        {isLive && video_id ? (
          <Link href={`/video/${video_id}`} className={buttonStyle({ className: 'mt-3' })}>
            {t('seeVideo')}
          </Link>
        ) : null}
      </div>
    </div>
  )
}
