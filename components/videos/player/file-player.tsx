import { useCallback, useEffect, useRef, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import type { PlayerProps } from './player-props.ts'

/** Maximum share cut off to fill the stage. */
const MAY_BE_CUT = 1 / 8

/** An own file, with YouTube's rules: muted until asked, one at a time. */
export function FilePlayer({
  url,
  playing,
  muted,
  title,
  controls = false,
  onFail,
  onReady,
  onPlayingChange,
  onProgress,
}: PlayerProps & { url: string }) {
  const ref = useRef<HTMLVideoElement>(null)
  /** Null until there is a picture. */
  const [fit, setFit] = useState<'whole' | 'filling' | null>(null)
  const shown = fit !== null

  useEffect(() => {
    const video = ref.current
    if (!video) return
    if (!playing) {
      video.pause()
      return
    }
    // If the browser needs a touch first, the play button returns.
    video.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') onPlayingChange?.(false)
    })
  }, [playing, onPlayingChange])

  const measure = useCallback(() => {
    // With browser controls (officers) the whole film is shown.
    if (ref.current) setFit(!controls && fillsItsStage(ref.current) ? 'filling' : 'whole')
  }, [controls])
  const show = useCallback(() => {
    measure()
    onReady?.()
  }, [measure, onReady])
  useEffect(() => {
    // Fast answers come before React has attached listeners.
    const video = ref.current
    if (video?.error) onFail()
    else if (video && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) show()
  }, [show, onFail])
  useEffect(() => {
    if (!shown || !ref.current) return
    const resized = new ResizeObserver(measure)
    resized.observe(ref.current)
    return () => resized.disconnect()
  }, [shown, measure])
  return (
    <video
      ref={ref}
      src={url}
      muted={muted}
      loop
      playsInline
      controls={controls}
      data-tap={controls ? undefined : ''}
      preload="metadata"
      aria-label={title}
      // Transparent until there is a picture. A pixel shorter, because browsers counted it as a larger paint
      // than the poster.
      className={cn(
        'absolute inset-x-0 top-0 h-[calc(100%-1px)] w-full',
        fit === 'filling' ? 'object-cover' : 'object-contain',
        fit === 'whole' && 'film-whole',
        !shown && 'opacity-0',
      )}
      onLoadedData={show}
      onError={onFail}
      onTimeUpdate={({ currentTarget: { currentTime, duration } }) => {
        if (duration > 0) onProgress?.(currentTime / duration)
      }}
      onPlay={() => onPlayingChange?.(true)}
      onPause={(event) => {
        // Leaving the page also pauses; the user did not.
        if (event.currentTarget.isConnected && !document.hidden) onPlayingChange?.(false)
      }}
    />
  )
}

/** Tells whether a film nearly has its stage's shape. */
function fillsItsStage(video: HTMLVideoElement): boolean {
  const film = video.videoWidth / video.videoHeight
  const stage = video.clientWidth / video.clientHeight
  return Math.min(film, stage) / Math.max(film, stage) >= 1 - MAY_BE_CUT
}
