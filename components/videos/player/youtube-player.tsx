import { useEffect, useRef, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import { YouTubeChannel } from '#lib/client/videos/youtube-channel.ts'
import type { PlayerProps } from './player.tsx'

/** A player that has not answered by then does not come: YouTube is blocked, down, or the bundle has run out. */
const ANSWER_WITHIN_MS = 10_000

/**
 * YouTube's player in its frame, steered by messages: no script of theirs runs on our page. Until it answers it is
 * transparent, so that a network error shows our poster, not the browser's error page.
 */
export function YouTubePlayer({
  youtubeId,
  playing,
  muted,
  title,
  controls = false,
  onFail,
  onPlayingChange,
}: PlayerProps & { youtubeId: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const channel = useRef<YouTubeChannel | null>(null)
  const [ready, setReady] = useState(false)
  const callbacks = useRef({ onFail, onPlayingChange })

  useEffect(() => {
    callbacks.current = { onFail, onPlayingChange }
  })

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const opened = new YouTubeChannel(element, {
      ready: () => setReady(true),
      failed: () => callbacks.current.onFail(),
      playing: (is) => callbacks.current.onPlayingChange?.(is),
    })
    channel.current = opened
    return () => opened.close()
  }, [])

  useEffect(() => {
    if (ready) return
    const timer = setTimeout(() => callbacks.current.onFail(), ANSWER_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [ready])

  useEffect(() => {
    if (!ready) return
    channel.current?.command(playing ? 'playVideo' : 'pauseVideo')
  }, [ready, playing])

  useEffect(() => {
    if (!ready) return
    channel.current?.command(muted ? 'mute' : 'unMute')
  }, [ready, muted])

  return (
    <iframe
      ref={frame}
      src={embedAddress(youtubeId, controls)}
      title={title}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      referrerPolicy="strict-origin-when-cross-origin"
      className={cn('absolute inset-0 size-full', !ready && 'opacity-0')}
    />
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
