import { LoaderCircle, Pause, Play, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { cn } from '#components/ui/cn.ts'
import { formatDuration } from '#lib/client/formats/amounts.ts'
import { useTrackSound } from './use-track-sound.ts'

type TrackPlayerProps = {
  /** Link to the MP3. A newer link is used only after a failure. */
  src: string
  title: string
  /** Length if known; the file loads only on play. */
  seconds: number | null
  /** Called if the file cannot be played, such as after its link expired. */
  onFail?: () => void
}

/** Plays a track and stops other sounds. Uses the message namespace TrackPlayer. */
export function TrackPlayer({ src, title, seconds, onFail }: TrackPlayerProps) {
  const t = useTranslations('TrackPlayer')
  const sound = useTrackSound({ src, seconds, onFail })
  const { state, at, length } = sound
  const Icon = icons[state]
  const reached = formatDuration(at)
  const end = formatDuration(length)
  return (
    <div className="flex items-center gap-3 rounded-full max-[15rem]:flex-wrap max-[15rem]:rounded-3xl bg-sunken py-1.5 ps-1.5 pe-4">
      <audio ref={sound.audio} preload="none" {...sound.events} />
      <button
        type="button"
        onClick={sound.toggle}
        aria-label={state === 'playing' ? t('pause', { title }) : t('play', { title })}
        className="tap grid size-11 shrink-0 place-items-center rounded-full bg-ink text-paper transition-transform active:scale-95"
      >
        <Icon aria-hidden="true" className={cn('size-5', state === 'loading' && 'animate-spin')} />
      </button>
      {state === 'failed' ? (
        <p role="alert" className="min-w-0 flex-1 text-sm font-semibold text-alarm">
          {t('failed')}
        </p>
      ) : (
        <>
          <input
            type="range"
            min={0}
            max={Math.max(1, Math.floor(length))}
            value={Math.min(Math.floor(at), Math.floor(length))}
            onChange={(event) => sound.seek(Number(event.target.value))}
            aria-label={t('seek', { title })}
            aria-valuetext={t('place', { at: reached, end })}
            className="h-11 min-w-0 flex-1 cursor-pointer accent-drum"
          />
          <span aria-hidden="true" className="figures shrink-0 text-sm whitespace-nowrap text-soft">
            {reached} / {end}
          </span>
        </>
      )}
    </div>
  )
}

const icons = { idle: Play, loading: LoaderCircle, playing: Pause, failed: RotateCw } as const
