import { useCallback, useEffect, useState } from 'react'
import { WithAllMessages } from '#components/ui/with-all-messages.tsx'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { CardVideo } from '#lib/client/videos/card-video.ts'
import { toCardVideo } from '#lib/client/videos/to-card-video.ts'
import { ModalStage, type StageFailure } from './modal-stage.tsx'

type VideoModalProps = {
  /** The video, or its id to load it. */
  video: CardVideo | string
  onClose: () => void
}

export default function VideoModal({ video, onClose }: VideoModalProps) {
  const { failure, retry, video: found } = useVideo(video)
  return (
    <WithAllMessages>
      <ModalStage video={found} failure={failure} onRetry={retry} onClose={onClose} />
    </WithAllMessages>
  )
}

type Loaded = { video: CardVideo | null; failure: StageFailure | null; retry: () => void }

function useVideo(wanted: CardVideo | string): Loaded {
  const [video, setVideo] = useState<CardVideo | null>(typeof wanted === 'string' ? null : wanted)
  const [failure, setFailure] = useState<StageFailure | null>(null)
  const read = useCallback(
    (ended: AbortController) => {
      if (typeof wanted !== 'string') return
      setFailure(null)
      api('GET /videos/{id}/', { path: { id: wanted }, signal: ended.signal }).then(
        (found) => setVideo(toCardVideo(found)),
        (error: unknown) => {
          if (!ended.signal.aborted) setFailure(isMissing(error) ? 'missing' : 'unread')
        },
      )
    },
    [wanted],
  )
  useEffect(() => {
    const ended = new AbortController()
    read(ended)
    return () => ended.abort()
  }, [read])
  return { video, failure, retry: () => read(new AbortController()) }
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404
