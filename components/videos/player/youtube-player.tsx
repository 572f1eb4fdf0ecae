import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import { YouTubeChannel } from '#lib/client/videos/youtube-channel.ts'
import { youtubeWatchAddress } from '#lib/contract/videos/youtube-address.ts'
import PlayerError from './player-error.tsx'
import type { PlayerProps } from './player-props.ts'

/** Who waits longer than this for YouTube is told why nothing plays: it is blocked, down, slow, or the bundle has run out. */
const TOLD_AFTER_MS = 4000

/**
 * YouTube's player in its frame, steered by messages: no script of theirs runs on our page. Until it answers it is
 * transparent, so that a network error shows our poster, not the browser's error page. One that answers after the person was told plays
 * all the same.
 */
export function YouTubePlayer({
  youtubeId,
  playing,
  muted,
  title,
  controls = false,
  onFail,
  onReady,
  onPlayingChange,
  onProgress,
}: PlayerProps & { youtubeId: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const channel = useRef<YouTubeChannel | null>(null)
  const [ready, setReady] = useState(false)
  const [late, setLate] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const t = useTranslations('Feed')
  const callbacks = useRef({ onFail, onReady, onPlayingChange, onProgress })

  useEffect(() => {
    callbacks.current = { onFail, onReady, onPlayingChange, onProgress }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt has another frame.
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const opened = new YouTubeChannel(element, {
      ready: () => {
        setReady(true)
        callbacks.current.onReady?.()
      },
      failed: () => callbacks.current.onFail(),
      playing: (is) => callbacks.current.onPlayingChange?.(is),
      progress: (ratio) => callbacks.current.onProgress?.(ratio),
    })
    channel.current = opened
    return () => opened.close()
  }, [attempt])

  useEffect(() => {
    // One that is loaded ahead keeps nobody waiting.
    if (ready || late || !playing) return
    const timer = setTimeout(() => setLate(true), TOLD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [ready, late, playing])

  useEffect(() => {
    if (!ready) return
    channel.current?.command(playing ? 'playVideo' : 'pauseVideo')
  }, [ready, playing])

  useEffect(() => {
    if (!ready) return
    channel.current?.command(muted ? 'mute' : 'unMute')
  }, [ready, muted])

  const again = () => {
    setLate(false)
    setAttempt((number) => number + 1)
  }

  return (
    <>
      <iframe
        key={attempt}
        ref={frame}
        src={embedAddress(youtubeId, controls)}
        title={title}
        allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
        className={cn('absolute inset-0 size-full', !ready && 'opacity-0')}
      />
      {late && !ready ? (
        <PlayerError
          youtubeUrl={youtubeWatchAddress(youtubeId)}
          reason={t('youtubeSilent')}
          onRetry={again}
        />
      ) : null}
    </>
  )
}

/** Starts muted and waits: playing is told by message, when the stage says so. */
function embedAddress(youtubeId: string, controls: boolean): string {
  const parameters = new URLSearchParams({
    enablejsapi: '1',
    origin: window.location.origin,
    playsinline: '1',
    mute: '1',
    rel: '0',
    loop: '1',
    playlist: youtubeId,
    controls: controls ? '1' : '0',
  })
  return `https://www.youtube-nocookie.com/embed/${youtubeId}?${parameters}`
}
