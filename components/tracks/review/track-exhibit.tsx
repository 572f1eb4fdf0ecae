import { useTranslations } from 'next-intl'
import { type CSSProperties, useRef } from 'react'
import { Keycap } from '#components/review/keycap.tsx'
import { useDeskKeys } from '#components/review/use-desk-keys.ts'
import { TrackPlayer } from '#components/tracks/track-player.tsx'
import { clothOf } from '#components/ui/cloth.ts'
import type { ReviewedTrack } from '#lib/contract/tracks/calls.ts'

type TrackExhibitProps = {
  track: ReviewedTrack
  /** Called if the track cannot be played, such as after its link expired. */
  onFail: () => void
}

export function TrackExhibit({ track: item, onFail }: TrackExhibitProps) {
  const t = useTranslations('Review')
  const player = useRef<HTMLDivElement>(null)
  // Clicks the player's button, which also stops other sounds.
  useDeskKeys({ p: () => player.current?.querySelector('button')?.click() }, 'dialog')
  return (
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
              onFail={onFail}
            />
          ) : (
            <p className="px-4 py-3 text-soft">{t('track.noSound')}</p>
          )}
        </div>
        <Keycap>P</Keycap>
      </div>
    </div>
  )
}

/** The track's own pattern, the same as elsewhere, so that officers recognize it. */
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
