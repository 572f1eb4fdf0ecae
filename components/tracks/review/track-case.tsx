'use client'

import { useTranslations } from 'next-intl'
import { ReviewCase } from '#components/review/review-case.tsx'
import { useDrafts } from '#components/review/use-drafts.ts'
import type { Queue } from '#components/review/use-queue.ts'
import { approveTrack, rejectTrack } from '#lib/client/review/desk-api.ts'
import type { ReviewedTrack } from '#lib/contract/tracks/calls.ts'
import { TrackExhibit } from './track-exhibit.tsx'
import { TrackFacts } from './track-facts.tsx'

const templates = ['quality', 'rights', 'speech', 'wrong', 'short'] as const

/** One track: its sound, and what its musician says of it. */
export function TrackCase({ queue, item }: { queue: Queue<ReviewedTrack>; item: ReviewedTrack }) {
  const t = useTranslations('Review')
  const drafts = useDrafts(item.id)
  return (
    <ReviewCase
      kind="track"
      queue={queue}
      item={item}
      title={item.title}
      detail={t('track.detail', { artist: item.artist })}
      owner={{ id: item.musician.id, name: item.musician.display_name }}
      drafts={drafts}
      templates={templates.map((template) => t(`track.templates.${template}`))}
      reasonMissing={t('track.reasonMissing')}
      approve={() => approveTrack(item.id)}
      reject={() => rejectTrack(item.id, drafts.draft.reason.trim())}
      exhibitSize="short"
      exhibit={<TrackExhibit key={item.id} track={item} onFail={() => void queue.list.refetch()} />}
    >
      <TrackFacts track={item} />
    </ReviewCase>
  )
}
