import { useEffect, useRef, useState } from 'react'
import { playAlone, stopSound } from '#lib/client/tracks/one-sound.ts'

type SoundState = 'idle' | 'loading' | 'playing' | 'failed'

/** Plays a sound. Sets its address on play and keeps it, although lists get new signed links meanwhile. */
export function useTrackSound(of: { src: string; seconds: number | null; onFail?: () => void }) {
  const audio = useRef<HTMLAudioElement>(null)
  const [state, setState] = useState<SoundState>('idle')
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(of.seconds ?? 0)

  useEffect(() => {
    const element = audio.current
    return () => {
      if (element) stopSound(element)
    }
  }, [])

  const fail = () => {
    // Without `src`, the next press uses the newest link.
    audio.current?.removeAttribute('src')
    setState('failed')
    of.onFail?.()
  }

  const start = async (element: HTMLAudioElement) => {
    if (!element.hasAttribute('src')) element.src = of.src
    setState('loading')
    playAlone(element)
    try {
      await element.play()
    } catch (error) {
      // AbortError: paused before the sound started.
      if (error instanceof DOMException && error.name === 'AbortError') setState('idle')
      else fail()
    }
  }

  const toggle = () => {
    const element = audio.current
    if (!element) return
    if (state === 'playing' || state === 'loading') element.pause()
    else void start(element)
  }

  const seek = (seconds: number) => {
    const element = audio.current
    if (!element) return
    setAt(seconds)
    // Loads an unloaded file, so that it starts at the chosen second.
    if (!element.hasAttribute('src')) element.src = of.src
    element.currentTime = seconds
  }

  const events = {
    onPlaying: () => setState('playing'),
    onWaiting: () => setState('loading'),
    onPause: () => setState((now) => (now === 'failed' ? now : 'idle')),
    onEnded: () => {
      setState('idle')
      setAt(0)
    },
    onTimeUpdate: () => setAt(audio.current?.currentTime ?? 0),
    onDurationChange: () => {
      const known = audio.current?.duration ?? Number.NaN
      if (Number.isFinite(known)) setLength(known)
    },
    onError: () => {
      if (audio.current?.hasAttribute('src')) fail()
    },
  }
  return { audio, state, at, length: length || (of.seconds ?? 0), toggle, seek, events }
}
