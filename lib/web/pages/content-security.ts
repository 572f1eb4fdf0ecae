import { createHash } from 'node:crypto'

const YOUTUBE_FRAMES = 'https://www.youtube-nocookie.com https://www.youtube.com'

/**
 * What every page may load: ourselves, YouTube's frame and its pictures. Scripts are only ours; which inline ones may
 * run is a second policy, sent with each page (a browser obeys both): `hashedScripts` for pages that are kept,
 * `nonceScripts` for those rendered for one person. That one also says whom a page may call and hear (`calledHosts`): this one
 * is written into the build, which knows no address of the object store.
 * @param isDevelopment React's development build evaluates code
 */
export function contentPolicy(isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // React writes style attributes, and the toasts bring a sheet of their own.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https://i.ytimg.com",
    'media-src * blob:',
    'connect-src *',
    `frame-src ${YOUTUBE_FRAMES}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ')
}

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/** Lets exactly the inline scripts of a finished document run. */
export function hashedScripts(html: string): string {
  const hashes = new Set(Array.from(html.matchAll(INLINE_SCRIPT), ([, script = '']) => hashOf(script)))
  return `script-src 'self' ${[...hashes].join(' ')}`
}

/** Lets those inline scripts run that carry the nonce, and the constant ones that can't. */
export function nonceScripts(nonce: string, constants: readonly string[]): string {
  return `script-src 'self' 'nonce-${nonce}' ${constants.map(hashOf).join(' ')}`
}

/**
 * Lets a page call us, and the object store: files go straight there by signed links, and songs come from there.
 * @param store any address of the store as browsers reach it
 */
export function calledHosts(store: string): string {
  const { origin } = new URL(store)
  return `connect-src 'self' ${origin}; media-src 'self' blob: ${origin}`
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
