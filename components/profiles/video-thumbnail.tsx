import { type CSSProperties, useState } from 'react'
import { clothOf } from '#components/ui/cloth.ts'
import { formatDuration } from '#lib/client/formats/amounts.ts'

type VideoThumbnailProps = { id: string; picture: string | null; seconds: number | null }

/** A pattern replaces a missing picture. */
export function VideoThumbnail({ id, picture, seconds }: VideoThumbnailProps) {
  const [field, motif] = clothOf(id).colours
  const style: CSSProperties = {
    background: `repeating-linear-gradient(45deg, ${field} 0 8px, ${motif} 8px 11px)`,
  }
  const [broken, setBroken] = useState(false)
  const length = formatDuration(seconds)
  return (
    <div className="w-20 shrink-0">
      <div style={style} className="aspect-video overflow-hidden rounded-xl">
        {picture && !broken ? (
          // biome-ignore lint/performance/noImgElement: YouTube's own small picture
          <img
            src={picture}
            alt=""
            loading="lazy"
            onError={() => setBroken(true)}
            className="size-full object-cover"
          />
        ) : null}
      </div>
      {length ? <p className="figures mt-1 text-center text-xs text-soft">{length}</p> : null}
    </div>
  )
}
