'use client'

import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { clothOf } from '#components/ui/cloth.ts'
import { STILL_WIDTHS, type StillFile } from '#lib/contract/videos/constants.ts'

type PosterProps = {
  id: string
  title: string
  thumbnail: string | null
  /** The image's `sizes`. Only for approved videos, for which we store pictures of several sizes. */
  sizes?: string
  eager?: boolean
}

/** The video's pattern, covered by the picture once loaded. */
export function Poster({ id, title, thumbnail, sizes, eager = false }: PosterProps) {
  // The address that failed to load. Another address is tried, and after reconnection the same one.
  const [failed, setFailed] = useState<string | null>(null)
  const picture = useRef<HTMLImageElement>(null)
  // If the picture failed before the script ran, there was no error event.
  useEffect(() => {
    const image = picture.current
    if (image?.complete && image.naturalWidth === 0 && image.src) setFailed(thumbnail)
  }, [thumbnail])
  useEffect(() => {
    if (failed === null) return
    const retry = () => setFailed(null)
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [failed])
  const { motif, colours } = clothOf(id)
  const style = { '--field': colours[0], '--motif': colours[1], '--spark': colours[2] } as CSSProperties
  return (
    <div className={`cloth cloth-${motif} absolute inset-0 size-full`} style={style}>
      {title ? (
        <span aria-hidden="true" className="cloth-saying">
          {title}
        </span>
      ) : null}
      {thumbnail && thumbnail !== failed ? (
        <picture className="contents">
          {sizes ? <source type="image/avif" srcSet={stillSet(id, 'avif')} sizes={sizes} /> : null}
          <img
            src={sizes ? stillAddress(id, { width: 480, format: 'webp' }) : thumbnail}
            srcSet={sizes ? stillSet(id, 'webp') : undefined}
            sizes={sizes}
            alt=""
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
            fetchPriority={eager ? 'high' : 'auto'}
            className="absolute inset-0 size-full object-cover"
            onError={() => setFailed(thumbnail)}
            ref={picture}
          />
        </picture>
      ) : null}
    </div>
  )
}

function stillAddress(videoId: string, { width, format }: StillFile): string {
  return `/stills/${videoId}/${width}.${format}`
}

function stillSet(videoId: string, format: StillFile['format']): string {
  return STILL_WIDTHS.map((width) => `${stillAddress(videoId, { width, format })} ${width}w`).join(', ')
}
