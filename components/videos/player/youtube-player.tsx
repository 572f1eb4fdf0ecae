import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import { YouTubeChannel } from '#lib/client/videos/youtube-channel.ts'
import { youtubeWatchAddress } from '#lib/contract/videos/youtube-address.ts'
import PlayerError from './player-error.tsx'
import type { PlayerProps } from './player-props.ts'

/** After this time the page says that YouTube does not answer or the data bundle is used up. */
const TOLD_AFTER_MS = 4000

/**
 * YouTube's frame, controlled by messages instead of YouTube's script. Transparent until it answers, so that
 * our poster covers a network error; a late answer still plays.
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
    // Does not count the time of a preloaded player.
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

/** Address of YouTube's frame, muted and stopped; messages start it. */
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
