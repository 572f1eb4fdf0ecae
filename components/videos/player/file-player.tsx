import { useCallback, useEffect, useRef, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import type { PlayerProps } from './player-props.ts'

/** At most this share of a film may lie outside its stage where that makes it fill the stage. */
const MAY_BE_CUT = 1 / 8

/** A video file of our own, by the rules that YouTube's player has: muted until asked, one at a time. */
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
  /** How it stands in its stage; null until there is a picture. */
  const [fit, setFit] = useState<'whole' | 'filling' | null>(null)
  const shown = fit !== null

  useEffect(() => {
    const video = ref.current
    if (!video) return
    if (!playing) {
      video.pause()
      return
    }
    // Refused where the browser wants a touch first: then the play button is there again.
    video.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') onPlayingChange?.(false)
    })
  }, [playing, onPlayingChange])

  const measure = useCallback(() => {
    // Whoever has the browser's own controls, as an officer, sees all of it.
    if (ref.current) setFit(!controls && fillsItsStage(ref.current) ? 'filling' : 'whole')
  }, [controls])
  const show = useCallback(() => {
    measure()
    onReady?.()
  }, [measure, onReady])
  useEffect(() => {
    // A quick line answers before React has put the element into the page, and nobody hears of it.
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
      // Transparent until there is a picture: the poster behind it is nicer than black. A pixel lower than its place, because
      // browsers round, and took the film for a larger paint than the poster that had been there for seconds.
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
        // Leaving the page pauses too; that is not the person's wish.
        if (event.currentTarget.isConnected && !document.hidden) onPlayingChange?.(false)
      }}
    />
  )
}

/** Whether a film is so nearly of its stage's shape that it may fill it from edge to edge. */
function fillsItsStage(video: HTMLVideoElement): boolean {
  const film = video.videoWidth / video.videoHeight
  const stage = video.clientWidth / video.clientHeight
  return Math.min(film, stage) / Math.max(film, stage) >= 1 - MAY_BE_CUT
}
