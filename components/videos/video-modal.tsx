import { useEffect, useState } from 'react'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { api } from '#lib/client/http/api.ts'
import type { CardVideo } from '#lib/client/videos/card-video.ts'
import { toCardVideo } from '#lib/client/videos/to-card-video.ts'
import { ModalStage } from './modal-stage.tsx'

type VideoModalProps = {
  /** A video, or the id of one to be asked for. */
  video: CardVideo | string
  onClose: () => void
}

/** One video in a dialog, loaded when it is opened. */
export default function VideoModal({ video, onClose }: VideoModalProps) {
  const found = useVideo(video)
  return (
    <WithAllMessages>
      <ModalStage video={found.video} failed={found.failed} onClose={onClose} />
    </WithAllMessages>
  )
}

function useVideo(wanted: CardVideo | string): { video: CardVideo | null; failed: boolean } {
  const [found, setFound] = useState<CardVideo | null>(typeof wanted === 'string' ? null : wanted)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (typeof wanted !== 'string') return
    const ended = new AbortController()
    api('GET /videos/{id}/', { path: { id: wanted }, signal: ended.signal }).then(
      (video) => setFound(toCardVideo(video)),
      () => setFailed(!ended.signal.aborted),
    )
    return () => ended.abort()
  }, [wanted])
  return { video: found, failed }
}
