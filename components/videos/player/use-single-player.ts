import { useEffect, useState, useSyncExternalStore } from 'react'
import { stopSounds } from '#lib/client/tracks/one-sound.ts'
import { playback } from '#lib/client/videos/playback.ts'

/** A player that opens on request; only one player or song plays at a time. */
export function useSinglePlayer(id: string) {
  const [isOpen, setIsOpen] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const isPlaying = useSyncExternalStore(
    playback.subscribe,
    () => playback.playing === id,
    () => false,
  )
  useEffect(() => () => playback.remove(id), [id])
  const follow = (is: boolean) => {
    if (is) {
      stopSounds()
      playback.play(id)
    } else playback.pause(id)
  }
  const start = () => {
    setHasFailed(false)
    setIsOpen(true)
    follow(true)
  }
  const fail = () => {
    setIsOpen(false)
    setHasFailed(true)
    playback.pause(id)
  }
  return { isOpen, isPlaying, hasFailed, start, fail, follow }
}
