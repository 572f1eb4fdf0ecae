'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonStyle } from '#components/ui/button.tsx'
import { Poster } from '#components/videos/player/poster.tsx'
import type { DancerAssignment } from '#lib/contract/videos/submissions.ts'
import { youtubeIdOf, youtubePicture } from '#lib/contract/videos/youtube-address.ts'

/** What was submitted for a track, and where it stands. */
export function SubmittedView({ assignment }: { assignment: DancerAssignment }) {
  const t = useTranslations('Upload')
  const { video_id, video_status, video_title, youtube_url, thumbnail_url, track_details } = assignment
  const youtubeId = youtube_url ? youtubeIdOf(youtube_url) : null
  const isLive = video_status === 'approved'
  return (
    <div className="flex items-center gap-4">
      <div className="relative size-28 shrink-0 overflow-hidden rounded-2xl">
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
