'use client'

import { useTranslations } from 'next-intl'
import { ReviewCase } from '#components/review/review-case.tsx'
import { useDrafts } from '#components/review/use-drafts.ts'
import type { Queue } from '#components/review/use-queue.ts'
import { approveVideo, rejectVideo } from '#lib/client/review/desk-api.ts'
import type { Video } from '#lib/contract/videos/calls.ts'
import { VideoExhibit } from './video-exhibit.tsx'
import { VideoFacts } from './video-facts.tsx'

const templates = ['song', 'private', 'person', 'quality', 'rules'] as const

/** One video: the dance, who dances, and to what. */
export function VideoCase({ queue, item }: { queue: Queue<Video>; item: Video }) {
  const t = useTranslations('Review')
  const drafts = useDrafts(item.id)
  return (
    <ReviewCase
      kind="video"
      queue={queue}
      item={item}
      title={item.title}
      detail={t('video.detail', { dancer: item.dancer.display_name, song: item.track.title })}
      owner={{ id: item.dancer.id, name: item.dancer.display_name }}
      drafts={drafts}
      templates={templates.map((template) => t(`video.templates.${template}`))}
      reasonMissing={t('video.reasonMissing')}
      approve={() => approveVideo(item.id)}
      reject={() => rejectVideo(item.id, drafts.draft.reason.trim())}
      exhibit={<VideoExhibit key={item.id} video={item} />}
    >
      <VideoFacts video={item} />
    </ReviewCase>
  )
}
