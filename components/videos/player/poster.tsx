'use client'

import { type CSSProperties, useState } from 'react'
import { clothOf } from '#components/ui/cloth.ts'

type PosterProps = { id: string; title: string; thumbnail: string | null; eager?: boolean }

/** What a stage shows until it plays: the printed cloth, with the video's picture over it where that loads. */
export function Poster({ id, title, thumbnail, eager = false }: PosterProps) {
  const [failed, setFailed] = useState(false)
  const { motif, colours } = clothOf(id)
  const style = { '--field': colours[0], '--motif': colours[1], '--spark': colours[2] } as CSSProperties
  return (
    <div className={`cloth cloth-${motif} absolute inset-0 size-full`} style={style}>
      {title ? (
        <span aria-hidden="true" className="cloth-saying">
          {title}
        </span>
      ) : null}
      {thumbnail && !failed ? (
        // biome-ignore lint/performance/noImgElement: the pictures are YouTube's, next/image would fetch them for us
        <img
          src={thumbnail}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          fetchPriority={eager ? 'high' : 'auto'}
          className="absolute inset-0 size-full object-cover"
          onError={() => setFailed(true)}
          // One that failed before the script ran tells nobody: it has loaded without having a width.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0 && image.src) setFailed(true)
          }}
        />
      ) : null}
    </div>
  )
}
