import { Music4 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '#components/ui/button.tsx'
import { visitParam } from '#components/ui/use-address-param.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { trackRemovals } from '#lib/client/tracks/track-removals.ts'
import type { Track } from '#lib/contract/tracks/calls.ts'
import { MyTrackCard } from './my-track-card.tsx'
import { useDropTrack, useReloadTracks } from './use-my-tracks.ts'

type TracksPanelProps = {
  tracks: readonly Track[]
  /** Ids of the tracks that will be deleted when the time to undo ends. */
  leaving: readonly string[]
  /** Called if a track's link has expired. */
  onStale: () => void
}

export function TracksPanel({ tracks, leaving, onStale }: TracksPanelProps) {
  const t = useTranslations('Musician')
  const reload = useReloadTracks()
  const drop = useDropTrack()
  if (tracks.length === 0)
    return (
      <div className="grid justify-items-center gap-3 rounded-3xl border border-line bg-surface px-6 py-12 text-center">
        <Music4 aria-hidden="true" className="size-10 text-soft" />
        <h2 className="text-2xl">{t('tracks.emptyTitle')}</h2>
        <p className="max-w-md text-soft">{t('tracks.emptyDetail')}</p>
        <Button tone="loud" onClick={() => visitParam('tab', null)}>
          {t('tracks.emptyAction')}
        </Button>
      </div>
    )
  const remove = (track: Track) =>
    trackRemovals.begin(track.id, {
      onDone: () => drop(track.id),
      onFail: (description) => {
        showToast({ title: t('toasts.deleteFailed'), description, tone: 'bad' })
        void reload()
      },
    })
  return (
    <ul aria-label={t('tracks.label')} className="grid grid-cols-1 gap-4">
      {tracks.map((track) => (
        <li key={track.id} tabIndex={-1}>
          {leaving.includes(track.id) ? (
            <Leaving track={track} />
          ) : (
            <MyTrackCard track={track} onDelete={() => remove(track)} onStale={onStale} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Leaving({ track }: { track: Track }) {
  const t = useTranslations('Musician.tracks')
  const { id, title } = track
  const isSent = useSyncExternalStore(
    trackRemovals.subscribe,
    () => trackRemovals.isSent(id),
    () => false,
  )
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-3xl bg-sunken px-5 py-3">
      <p role="status" className="min-w-0 wrap-anywhere">
        {t('deleted', { title })}
      </p>
      {isSent ? null : <UndoButton track={track} />}
    </div>
  )
}

/**
 * When the focused button disappears, the focus goes to the track, or to the tab if the track was deleted.
 */
function UndoButton({ track: { id, title } }: { track: Track }) {
  const t = useTranslations('Musician.tracks')
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const own = button.current
    return () => {
      if (own !== document.activeElement) return
      const next = trackRemovals.isSent(id) ? document.getElementById('tab-tracks') : own?.closest('li')
      next?.focus({ preventScroll: true })
    }
  }, [id])
  return (
    <Button
      ref={button}
      autoFocus
      onClick={() => trackRemovals.undo(id)}
      aria-label={t('undoTrack', { title })}
    >
      {t('undo')}
    </Button>
  )
}
