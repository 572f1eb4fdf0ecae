'use client'

import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '#lib/client/browser/lazy-parts.ts'
import { watchView } from '#lib/client/browser/watch-view.ts'
import { CommentsSkeleton } from './comments-skeleton.tsx'

const CommentsPanel = lazyPart(() => import('./comments-panel.tsx'))

const AHEAD = '600px'

/** Loads comments only near the view: data costs money. */
export function CommentsSection({ videoId, loadingWord }: { videoId: string; loadingWord: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)

  useEffect(() => {
    const element = place.current
    if (!element) return
    return watchView(
      element,
      (entry) => {
        if (entry.isIntersecting) setNear(true)
      },
      { rootMargin: AHEAD },
    )
  }, [])

  const skeleton = <CommentsSkeleton word={loadingWord} />
  return (
    <div ref={place} className="mt-4">
      {isNear ? (
        <Suspense fallback={skeleton}>
          <CommentsPanel videoId={videoId} />
        </Suspense>
      ) : (
        skeleton
      )}
    </div>
  )
}
