import { Archive, Check, Clock, LoaderCircle, Trash2, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { cn } from '#components/ui/cn.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { useFileSize } from '#components/ui/use-file-size.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { UserText } from '#components/ui/user-text.tsx'
import { showToast } from '#lib/client/browser/toasts.ts'
import { formatDuration } from '#lib/client/formats/amounts.ts'
import { api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { Track, TrackStatus } from '#lib/contract/tracks/calls.ts'
import { TrackPlayer } from './track-player.tsx'
import { useReloadTracks } from './use-my-tracks.ts'

type MyTrackCardProps = { track: Track; onDelete: () => void; onStale: () => void }

export function MyTrackCard({ track, onDelete, onStale }: MyTrackCardProps) {
  const t = useTranslations('Musician.tracks')
  const formats = useFormats()
  const fileSize = useFileSize()
  const heading = useRef<HTMLHeadingElement>(null)
  const { title, status } = track
  return (
    <article
      aria-label={title}
      className="grid grid-cols-1 gap-4 rounded-3xl border border-line bg-surface p-5 lg:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="text-2xl wrap-anywhere">
            {title}
          </h2>
          <p className="wrap-anywhere text-soft">{t('by', { artist: track.artist })}</p>
        </div>
        <TrackStatusBadge status={status} />
      </div>
      {status === 'rejected' && track.review_comments ? (
        <p className="rounded-2xl bg-alarm-wash px-4 py-3 wrap-anywhere text-alarm">
          <span className="font-semibold">{t('reason')}</span> {track.review_comments}
        </p>
      ) : null}
      {status === 'processing' ? <p className="text-soft">{t('reading')}</p> : null}
      {track.audio_file_url ? (
        <TrackPlayer src={track.audio_file_url} title={title} seconds={track.duration} onFail={onStale} />
      ) : null}
      {track.description ? <UserText>{track.description}</UserText> : null}
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
          <Fact name={t('size')}>{fileSize(track.file_size)}</Fact>
        </dl>
        <Action track={track} onDelete={onDelete} heading={heading} />
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

/** The card's heading takes the focus when the last action disappears. */
type Headed = { heading: RefObject<HTMLElement | null> }

/** A track that is not approved can be deleted; an approved one can only be retired. */
function Action({ track, onDelete, heading }: Pick<MyTrackCardProps, 'track' | 'onDelete'> & Headed) {
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
      {asks ? <RetireDialog track={track} heading={heading} onClose={() => setAsks(false)} /> : null}
    </>
  )
}

const looks = {
  approved: { icon: Check, style: 'bg-leaf-wash text-leaf' },
  pending: { icon: Clock, style: 'bg-sunken text-ink' },
  processing: { icon: LoaderCircle, style: 'bg-sunken text-ink' },
  rejected: { icon: X, style: 'bg-alarm-wash text-alarm' },
  retired: { icon: Archive, style: 'border border-line text-soft' },
} as const

function TrackStatusBadge({ status }: { status: TrackStatus }) {
  const t = useTranslations('Musician.tracks.statuses')
  const { icon: Icon, style } = looks[status]
  return (
    <span
      className={cn(
        'inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 text-sm font-semibold',
        style,
      )}
    >
      <Icon aria-hidden="true" className={cn('size-4 shrink-0', status === 'processing' && 'animate-spin')} />
      {t(status)}
    </span>
  )
}

/** Asks for confirmation, because retiring a track is irreversible. */
function RetireDialog({ track, heading, onClose }: { track: Track; onClose: () => void } & Headed) {
  const t = useTranslations('Musician')
  const reload = useReloadTracks()
  const { isPending, send } = useSend({
    mutationFn: () => api('POST /tracking/tracks/{id}/retire/', { path: { id: track.id } }),
    onSuccess: () => showToast({ title: t('toasts.retired'), tone: 'good' }),
    onError: ({ message }) =>
      showToast({ title: t('toasts.retireFailed'), description: message, tone: 'bad' }),
    onSettled: async () => {
      await reload()
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('tracks.retireTitle', { title: track.title })}
      description={t('tracks.retireDetail')}
      fallback={heading}
    >
      <div className="mt-6 grid gap-3 sm:grid-cols-2">
        <Button size="large" onClick={onClose}>
          {t('tracks.retireCancel')}
        </Button>
        <Button size="large" tone="danger" onClick={() => void send()} aria-busy={isPending}>
          {isPending ? <LoaderCircle aria-hidden="true" className="size-5 animate-spin" /> : null}
          <span>{t('tracks.retireConfirm')}</span>
        </Button>
      </div>
    </Dialog>
  )
}
