import type { CSSProperties } from 'react'
import { clothOf } from './cloth.ts'

/** The user's picture, or the name's first letter on a pattern of its own. */
export function Avatar({ name, picture }: { name: string; picture: string }) {
  const hasPicture = picture.startsWith('/') || picture.startsWith('https://')
  const [field, , spark] = clothOf(name).colours
  // Iterates characters, not UTF-16 units, which would halve an emoji.
  const [first = ''] = name.trim()
  const style: CSSProperties = { background: field, color: spark }
  return (
    <span aria-hidden="true" style={style} className="avatar">
      {hasPicture ? (
        // biome-ignore lint/performance/noImgElement: already small, served from our own store
        <img src={picture} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        first.toUpperCase()
      )}
    </span>
  )
}
