import { useCallback, useEffect, useRef, useState } from 'react'
import { voteSession } from '#lib/client/gifts/vote-session.ts'
import { api } from '#lib/client/http/api.ts'
import type { Playable } from '#lib/client/videos/card-video.ts'
import { FilePlayer } from './file-player.tsx'
import type { PlayerProps } from './player-props.ts'
import { YouTubePlayer } from './youtube-player.tsx'

/** Plays a video, and counts a view after three seconds. */
export default function Player({
  videoId,
  playable,
  ...props
}: PlayerProps & { videoId: string; playable: Playable }) {
  const [ready, setReady] = useState(false)
  const tell = props.onReady
  const onReady = useCallback(() => {
    setReady(true)
    tell?.()
  }, [tell])
  useView(videoId, props.playing && ready)
  return playable.kind === 'file' ? (
    <FilePlayer url={playable.url} {...props} onReady={onReady} />
  ) : (
    <YouTubePlayer youtubeId={playable.id} {...props} onReady={onReady} />
  )
}

const VIEW_AFTER_MS = 3000

function useView(videoId: string, playing: boolean): void {
  const counted = useRef(false)
  useEffect(() => {
    if (!playing || counted.current) return
    const timer = setTimeout(() => {
      counted.current = true
      countView(videoId)
    }, VIEW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [videoId, playing])
}

function countView(id: string): void {
  const body = { session_id: voteSession().sessionId }
  void api('POST /videos/{id}/view/', { path: { id }, body }).catch(() => undefined)
}
