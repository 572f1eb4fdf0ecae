import { useCallback, useEffect, useRef, useState } from 'react'
import { cn } from '#components/ui/cn.ts'
import type { PlayerProps } from './player.tsx'

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
  const [shown, setShown] = useState(false)

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

  const show = useCallback(() => {
    setShown(true)
    onReady?.()
  }, [onReady])
  useEffect(() => {
    // A quick line answers before React has put the element into the page, and nobody hears of it.
    const video = ref.current
    if (video?.error) onFail()
    else if (video && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) show()
  }, [show, onFail])
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
        'absolute inset-x-0 top-0 h-[calc(100%-1px)] w-full object-contain',
        shown ? 'bg-black' : 'opacity-0',
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
