'use client'

import { useTranslations } from 'next-intl'
import { type CSSProperties, useRef } from 'react'
import { TrackPlayer } from '#components/tracks/track-player.tsx'
import { clothOf } from '#components/ui/cloth.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { approveTrack, rejectTrack } from '#lib/client/desk-api.ts'
import { formatDuration } from '#lib/client/formats.ts'
import type { ReviewedTrack } from '#lib/contract/tracks.ts'
import { Fact, Facts } from '../facts.tsx'
import { Keycap } from '../keycap.tsx'
import { ReviewCase } from '../review-case.tsx'
import { useDrafts } from '../use-drafts.ts'
import type { Queue } from '../use-queue.ts'

const templates = ['quality', 'rights', 'speech', 'wrong', 'short'] as const

/** One track: its sound, and what its musician says of it. */
export function TrackCase({ queue, item }: { queue: Queue<ReviewedTrack>; item: ReviewedTrack }) {
  const t = useTranslations('Review')
  const formats = useFormats()
  const drafts = useDrafts(item.id)
  const player = useRef<HTMLDivElement>(null)
  // The player's own button: it says whether it plays, and takes the other sounds' turns.
  const toggle = () => player.current?.querySelector('button')?.click()
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
      keys={{ p: toggle }}
      exhibitSize="short"
      exhibit={
        <div className="grid h-full content-center gap-4 p-4 lg:px-16">
          <Sleeve track={item} />
          <div ref={player} className="flex items-center gap-3">
            <div className="min-w-0 flex-1 rounded-full bg-surface">
              {item.audio_file_url ? (
                <TrackPlayer
                  key={item.id}
                  src={item.audio_file_url}
                  title={item.title}
                  seconds={item.duration}
                  onFail={() => void queue.list.refetch()}
                />
              ) : (
                <p className="px-4 py-3 text-soft">{t('track.noSound')}</p>
              )}
            </div>
            <Keycap>P</Keycap>
          </div>
        </div>
      }
    >
      <Facts>
        <Fact name={t('track.artist')}>{item.artist}</Fact>
        <Fact name={t('track.musician')}>
          {item.musician.display_name}{' '}
          <span className="font-normal text-soft">({item.musician.username})</span>
        </Fact>
        <Fact name={t('track.genre')}>{item.genre}</Fact>
        <Fact name={t('track.length')} figures>
          {formatDuration(item.duration)}
        </Fact>
        <Fact name={t('track.size')} figures>
          {formats.fileSize(item.file_size)}
        </Fact>
        <Fact name={t('track.tags')}>{item.tags.join(', ')}</Fact>
        <Fact name={t('track.uploaded')}>{formats.moment(item.upload_date)}</Fact>
        <Fact name={t('track.description')}>
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

/** The cloth that the track wears elsewhere, so that it is known again. */
function Sleeve({ track }: { track: ReviewedTrack }) {
  const { motif, colours } = clothOf(track.id)
  const style = { '--field': colours[0], '--motif': colours[1], '--spark': colours[2] } as CSSProperties
  return (
    <div
      aria-hidden="true"
      style={style}
      className={`cloth cloth-${motif} relative hidden h-56 overflow-hidden rounded-2xl lg:block`}
    >
      <span className="cloth-saying">{track.title}</span>
    </div>
  )
}
