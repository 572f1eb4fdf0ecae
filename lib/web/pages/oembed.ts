import {
  EMBED_HEIGHT,
  EMBED_HEIGHT_MIN,
  EMBED_WIDTH,
  EMBED_WIDTH_MIN,
  type Oembed,
} from '#lib/contract/videos/oembed.ts'
import { env } from '#lib/core/env.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { escapeHtml } from '#lib/core/escape-html.ts'
import { findVideoContent } from './page-content.ts'

const CACHE_SECONDS = 3_600

const PATH = /^\/(?:video|embed)\/([0-9a-f-]{36})\/?$/i

/**
 * @param asked maximum size in pixels; the answer is never below the player's minimum
 * @throws NotFoundError for other addresses and unapproved videos
 */
export async function getOembed(asked: {
  url: string
  maxwidth?: number | undefined
  maxheight?: number | undefined
}): Promise<Oembed> {
  const found = await findVideoContent(videoIdOf(asked.url))
  if (!found) throw new NotFoundError()
  const { video } = found
  const width = Math.max(EMBED_WIDTH_MIN, Math.min(EMBED_WIDTH, asked.maxwidth ?? EMBED_WIDTH))
  const height = Math.max(EMBED_HEIGHT_MIN, Math.min(EMBED_HEIGHT, asked.maxheight ?? EMBED_HEIGHT))
  return {
    version: '1.0',
    type: 'video',
    title: video.title,
    author_name: video.dancer.display_name,
    author_url: addressOf(`/dancer/${encodeURIComponent(video.dancer.username)}`),
    provider_name: 'Ngoma',
    provider_url: addressOf('/'),
    thumbnail_url: addressOf(`/share/${video.id}/card.png`),
    thumbnail_width: 1200,
    thumbnail_height: 630,
    cache_age: CACHE_SECONDS,
    html: embedCode(video.id, video.title, width, height),
    width,
    height,
  }
}

export function oembedAddressOf(videoId: string): string {
  return addressOf(`/api/oembed/?${new URLSearchParams({ url: addressOf(`/video/${videoId}`) })}`)
}

function embedCode(id: string, title: string, width: number, height: number): string {
  return `<iframe src="${escapeHtml(addressOf(`/embed/${id}`))}" width="${width}" height="${height}" title="${escapeHtml(title)}" style="border:0;border-radius:16px" allow="autoplay; encrypted-media; fullscreen" loading="lazy"></iframe>`
}

function videoIdOf(address: string): string {
  if (!URL.canParse(address)) return ''
  const { origin, pathname } = new URL(address)
  return origin === new URL(env.PUBLIC_URL).origin ? (PATH.exec(pathname)?.[1] ?? '') : ''
}

function addressOf(path: string): string {
  return new URL(path, env.PUBLIC_URL).href
}
