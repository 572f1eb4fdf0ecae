import type { CSSProperties } from 'react'
import { clothOf } from './cloth.ts'

/** Picture, or first letter on an own pattern. */
export function Avatar({ name, picture }: { name: string; picture: string }) {
  const hasPicture = picture.startsWith('/') || picture.startsWith('https://')
  const [field, , spark] = clothOf(name).colours
  // By characters: half an emoji is none.
  const [first = ''] = name.trim()
  const style: CSSProperties = { background: field, color: spark }
  return (
    <span aria-hidden="true" style={style} className="avatar">
      {hasPicture ? (
        // biome-ignore lint/performance/noImgElement: small, already sized, and served from our own store
        <img src={picture} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        first.toUpperCase()
      )}
    </span>
  )
}
