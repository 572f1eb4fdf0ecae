'use client'
import type { CardVideo } from '#lib/client/card-video.ts'
export default function VideoModal(_: { video: CardVideo | string; onClose: () => void }) {
  return null
}
