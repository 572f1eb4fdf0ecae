import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { watchView } from '#lib/client/browser/watch-view.ts'
import { playback } from '#lib/client/videos/playback.ts'

export type Stage = ReturnType<typeof useStage>

export function useStage(id: string) {
  const ref = useRef<HTMLDivElement>(null)
  const playing = useSyncExternalStore(
    playback.subscribe,
    () => playback.playing === id,
    () => false,
  )
  const muted = useSyncExternalStore(
    playback.subscribe,
    () => playback.muted,
    () => true,
  )
  const { near, below } = useNear(ref, id)
  const mayLoadAhead = useSyncExternalStore(
    playback.subscribe,
    () => playback.mayLoadAhead,
    () => false,
  )
  const progress = useRef<HTMLSpanElement>(null)
  const [hasPlayed, setHasPlayed] = useState(false)
  const [failed, setFailed] = useState(false)
  const [ready, setReady] = useState(false)

  useEffect(() => {
    // A player just below is loaded ahead of the swipe.
    if (playing || (below && mayLoadAhead)) setHasPlayed(true)
  }, [playing, below, mayLoadAhead])

  useEffect(() => {
    // Players far from the view are removed, because cheap phones can hold only one or two.
    if (near) return
    setHasPlayed(false)
    setReady(false)
    playback.setShown(id, false)
  }, [near, id])

  const start = useCallback(
    (withSound: boolean) => {
      setFailed(false)
      setHasPlayed(true)
      if (withSound) playback.setMuted(false)
      playback.play(id)
    },
    [id],
  )
  const stop = useCallback(() => playback.pause(id), [id])
  /** The user pressed the player's own controls, or the browser refused to play. */
  const follow = useCallback(
    (is: boolean) => {
      if (is === (playback.playing === id)) return
      if (is) playback.play(id)
      else playback.pause(id)
    },
    [id],
  )
  const fail = useCallback(() => {
    setFailed(true)
    setReady(false)
    playback.pause(id)
  }, [id])

  const becomeReady = useCallback(() => {
    setReady(true)
    playback.setShown(id, true)
  }, [id])
  /** Bypasses React, because the progress changes several times a second. */
  const showProgress = useCallback((ratio: number) => {
    progress.current?.style.setProperty('--done', String(ratio))
  }, [])

  return {
    ref,
    progress,
    near,
    playing,
    muted,
    failed,
    /** The video is to play but has no picture yet. */
    waiting: playing && !ready && !failed,
    hasPlayer: (playing || hasPlayed) && !failed,
    start,
    stop,
    follow,
    fail,
    becomeReady,
    showProgress,
    toggleMuted: () => playback.setMuted(!playback.muted),
  }
}

/**
 * Reports the card's visibility. Returns if it is within 1.5 screens, and if it is in view or one screen
 * below.
 */
function useNear(ref: React.RefObject<HTMLDivElement | null>, id: string) {
  const [near, setNear] = useState(false)
  const [below, setBelow] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const watched = [
      watchView(
        element,
        (entry) => playback.setVisible(id, entry.isIntersecting ? entry.intersectionRatio : 0),
        { threshold: [0, 0.25, 0.5, 0.6, 0.75, 0.9, 1] },
      ),
      watchView(element, (entry) => setNear(entry.isIntersecting), { rootMargin: '150% 0%' }),
      watchView(element, (entry) => setBelow(entry.isIntersecting), { rootMargin: '0% 0% 100% 0%' }),
    ]
    return () => {
      for (const end of watched) end()
      playback.remove(id)
    }
  }, [ref, id])
  return { near, below }
}
