import { useCallback, useEffect, useRef, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import type { PlayerProps } from './player-props.ts'

/** Largest share of the picture that may be cut off to fill the stage. */
const MAY_BE_CUT = 1 / 8

/** Plays an own file by YouTube's rules: muted until the user asks for sound, one video at a time. */
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
  /** How the picture fits the stage; null until there is a picture. */
  const [fit, setFit] = useState<'whole' | 'filling' | null>(null)
  const shown = fit !== null

  useEffect(() => {
    const video = ref.current
    if (!video) return
    if (!playing) {
      video.pause()
      return
    }
    // If the browser allows playing only after a touch, the play button returns.
    video.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') onPlayingChange?.(false)
    })
  }, [playing, onPlayingChange])

  const measure = useCallback(() => {
    // With browser controls (for officers) the whole picture is shown.
    if (ref.current) setFit(!controls && fillsItsStage(ref.current) ? 'filling' : 'whole')
  }, [controls])
  const show = useCallback(() => {
    measure()
    onReady?.()
  }, [measure, onReady])
  useEffect(() => {
    // The browser may have loaded or failed before React attached its listeners.
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
      // Transparent until there is a picture. One pixel shorter than the stage, because browsers counted it
      // as a larger paint than the poster.
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
        // Leaving the page also pauses the video; that is no press on pause.
        if (event.currentTarget.isConnected && !document.hidden) onPlayingChange?.(false)
      }}
    />
  )
}

/** Tells if the video has nearly the shape of its stage. */
function fillsItsStage(video: HTMLVideoElement): boolean {
  const film = video.videoWidth / video.videoHeight
  const stage = video.clientWidth / video.clientHeight
  return Math.min(film, stage) / Math.max(film, stage) >= 1 - MAY_BE_CUT
}
