'use client'

import { Archive, Trash2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { formatDuration } from '#lib/client/formats/formats.ts'
import type { Track } from '#lib/contract/tracks/calls.ts'
import { RetireDialog } from './retire-dialog.tsx'
import { TrackPlayer } from './track-player.tsx'
import { TrackStatusBadge } from './track-status-badge.tsx'

type MyTrackCardProps = { track: Track; onDelete: () => void; onStale: () => void }

/** One own track: what it is, where it stands and why, its sound, and what can be done with it. */
export function MyTrackCard({ track, onDelete, onStale }: MyTrackCardProps) {
  const t = useTranslations('Musician.tracks')
  const formats = useFormats()
  const { title, status } = track
  return (
    <article
      aria-label={title}
      className="grid grid-cols-1 gap-4 rounded-3xl border border-line bg-surface p-5 lg:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-2xl break-words">{title}</h2>
          <p className="break-words text-soft">{t('by', { artist: track.artist })}</p>
        </div>
        <TrackStatusBadge status={status} />
      </div>
      {status === 'rejected' && track.review_comments ? (
        <p className="rounded-2xl bg-alarm-wash px-4 py-3 break-words text-alarm">
          <span className="font-semibold">{t('reason')}</span> {track.review_comments}
        </p>
      ) : null}
      {status === 'processing' ? <p className="text-soft">{t('reading')}</p> : null}
      {track.audio_file_url ? (
        <TrackPlayer src={track.audio_file_url} title={title} seconds={track.duration} onFail={onStale} />
      ) : null}
      {track.description ? <p className="break-words whitespace-pre-line">{track.description}</p> : null}
      {track.tags.length > 0 ? (
        <ul aria-label={t('tags')} className="flex flex-wrap gap-2">
          {track.tags.map((tag) => (
            <li key={tag} className="rounded-full bg-sunken px-3 py-0.5 text-sm break-all">
              {tag}
            </li>
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-t border-line pt-4">
        <dl className="figures flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {track.duration === null ? null : (
            <Fact name={t('duration')}>{formatDuration(track.duration)}</Fact>
          )}
          <Fact name={t('uploaded')}>{formats.day(track.upload_date)}</Fact>
          <Fact name={t('size')}>{formats.fileSize(track.file_size)}</Fact>
        </dl>
        <Action track={track} onDelete={onDelete} />
      </div>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-soft">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/** What is not approved can go; what is in the pool can only be taken out of it. */
function Action({ track, onDelete }: Pick<MyTrackCardProps, 'track' | 'onDelete'>) {
  const t = useTranslations('Musician.tracks')
  const [asks, setAsks] = useState(false)
  const { title, status } = track
  if (status === 'retired') return null
  if (status !== 'approved')
    return (
      <Button onClick={onDelete} aria-label={t('deleteTrack', { title })}>
        <Trash2 aria-hidden="true" className="size-4" /> {t('delete')}
      </Button>
    )
  return (
    <>
      <Button onClick={() => setAsks(true)} aria-label={t('retireTrack', { title })}>
        <Archive aria-hidden="true" className="size-4" /> {t('retire')}
      </Button>
      {asks ? <RetireDialog track={track} onClose={() => setAsks(false)} /> : null}
    </>
  )
}
