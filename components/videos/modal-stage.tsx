import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import { LoadFailed } from '#components/ui/load-failed.tsx'
import { VoteCount } from '#components/videos/feed/card-actions.tsx'
import { useLiveVotes } from '#components/videos/feed/use-live-votes.ts'
import Player from '#components/videos/player/player.tsx'
import PlayerError from '#components/videos/player/player-error.tsx'
import { Poster } from '#components/videos/player/poster.tsx'
import { openDialogs } from '#lib/client/browser/open-dialogs.ts'
import type { CardVideo } from '#lib/client/videos/card-video.ts'
import { playback } from '#lib/client/videos/playback.ts'
import { playableOf } from '#lib/client/videos/youtube.ts'
import { StageControls } from './stage-controls.tsx'

/** `missing`: the video does not exist; `unread`: the server did not answer. */
export type StageFailure = 'missing' | 'unread'

type ModalStageProps = {
  video: CardVideo | null
  failure: StageFailure | null
  onRetry: () => void
  onClose: () => void
}

const MODAL = 'modal'

export function ModalStage({ video, failure, onRetry, onClose }: ModalStageProps) {
  const t = useTranslations('Video')
  const playing = useSyncExternalStore(playback.subscribe, () => playback.playing === MODAL)
  const [muted, setMuted] = useState(false)
  const [broken, setBroken] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const playable = video ? playableOf(video) : null
  useLiveVotes(video?.id ?? '', video !== null)
  useHold()

  const toggle = () => (playback.playing === MODAL ? playback.pause(MODAL) : playback.play(MODAL))
  const fill = () => void frame.current?.requestFullscreen?.().catch(() => undefined)
  useStageKeys({ toggle, fill, mute: () => setMuted((value) => !value) }, playable !== null && !broken)

  const isGone = failure === 'missing' || (video !== null && !playable)
  const isUnread = failure === 'unread'
  return (
    <Dialog
      open
      onClose={onClose}
      size="stage"
      title={isGone ? t('notAvailable') : isUnread ? t('unread') : (video?.title ?? t('loading'))}
      description={video ? t('byDancer', { dancer: video.dancer.display_name }) : undefined}
    >
      {isGone ? <p className="py-10 text-soft">{t('notAvailableDetail')}</p> : null}
      {isUnread ? (
        <div className="mt-4">
          <LoadFailed words={t('unreadDetail')} onRetry={onRetry} />
        </div>
      ) : null}
      {video && playable ? (
        <div className="modal-grid">
          <div ref={frame} className="stage modal-frame">
            <Poster
              id={video.id}
              title={video.title}
              thumbnail={video.thumbnail_url}
              sizes="(width >= 48rem) 432px, 100vw"
              eager
            />
            {broken ? (
              <PlayerError youtubeUrl={video.youtube_url} onRetry={() => setBroken(false)} />
            ) : (
              <Player
                videoId={video.id}
                playable={playable}
                playing={playing}
                muted={muted}
                title={video.title}
                controls={playable.kind === 'youtube'}
                onFail={() => setBroken(true)}
                onPlayingChange={(is) => is !== playing && toggle()}
              />
            )}
          </div>
          <div className="modal-side">
            <VoteCount videoId={video.id} initial={video.vote_count} className="rail-count" />
            <StageControls
              video={video}
              playing={playing}
              muted={muted}
              onToggle={toggle}
              onMute={() => setMuted((value) => !value)}
              onFill={fill}
            />
          </div>
        </div>
      ) : null}
    </Dialog>
  )
}

/** Plays the dialog's video at once and holds all others. */
function useHold(): void {
  useEffect(() => {
    playback.setExclusive(MODAL)
    playback.play(MODAL)
    return () => {
      playback.remove(MODAL)
      playback.setExclusive(null)
    }
  }, [])
}

/** @param isOn false if there is no video: keys then press the focused button */
function useStageKeys(keys: { toggle: () => void; mute: () => void; fill: () => void }, isOn: boolean): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isBelowAnother()) return
      const action = { ' ': latest.current.toggle, m: latest.current.mute, f: latest.current.fill }[
        event.key.toLowerCase()
      ]
      if (!action) return
      // Otherwise Space would also press a focused button.
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [isOn])
}

/** The gift dialog above has its own keys. */
function isBelowAnother(): boolean {
  return openDialogs().length > 1
}
