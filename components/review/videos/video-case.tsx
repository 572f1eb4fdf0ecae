'use client'

import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import { approveVideo, rejectVideo } from '#lib/client/desk-api.ts'
import { formatDuration } from '#lib/client/formats.ts'
import type { Video } from '#lib/contract/videos.ts'
import { Fact, Facts } from '../facts.tsx'
import { ReviewCase } from '../review-case.tsx'
import { useDrafts } from '../use-drafts.ts'
import type { Queue } from '../use-queue.ts'
import { VideoExhibit } from './video-exhibit.tsx'

const templates = ['song', 'private', 'person', 'quality', 'rules'] as const

/** One video: the dance, who dances, and to what. */
export function VideoCase({ queue, item }: { queue: Queue<Video>; item: Video }) {
  const t = useTranslations('Review')
  const formats = useFormats()
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
      <Facts>
        <Fact name={t('video.dancer')}>
          {item.dancer.display_name} <span className="font-normal text-soft">({item.dancer.username})</span>
        </Fact>
        <Fact name={t('video.location')}>{item.dancer.location}</Fact>
        <Fact name={t('video.song')}>{item.track.title}</Fact>
        <Fact name={t('video.artist')}>{item.track.artist}</Fact>
        <Fact name={t('video.challenge')}>{item.challenge.title}</Fact>
        <Fact name={t('video.kind')}>{t(`video.kinds.${item.kind}`)}</Fact>
        <Fact name={t('video.length')} figures>
          {formatDuration(item.duration_seconds)}
        </Fact>
        <Fact name={t('video.submitted')}>{formats.moment(item.upload_date)}</Fact>
        <Fact name={t('video.description')}>
          {item.description ? (
            <span className="font-normal whitespace-pre-line">{item.description}</span>
          ) : (
            ''
          )}
        </Fact>
      </Facts>
    </ReviewCase>
  )
}
