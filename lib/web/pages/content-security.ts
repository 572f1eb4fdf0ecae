import { createHash } from 'node:crypto'

const YOUTUBE_FRAMES = 'https://www.youtube-nocookie.com https://www.youtube.com'

/**
 * The policy of every page, written at build time. Each page adds a second policy, and browsers obey both:
 * inline scripts (`hashedScripts` if the page is cached, else `nonceScripts`) and `calledHosts`, which are
 * unknown at build time.
 * @param isDevelopment React's development build evaluates code
 */
export function contentPolicy(isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // React writes style attributes; toasts add a style sheet.
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

export function hashedScripts(scripts: readonly string[]): string {
  return `script-src 'self' ${[...new Set(scripts.map(hashOf))].join(' ')}`
}

/** Also allows constant scripts, which cannot have a nonce. */
export function nonceScripts(nonce: string, constants: readonly string[]): string {
  return `script-src 'self' 'nonce-${nonce}' ${constants.map(hashOf).join(' ')}`
}

/** @param store any address in the object store, as browsers reach it */
export function calledHosts(store: string): string {
  const { origin } = new URL(store)
  return `connect-src 'self' ${origin}; media-src 'self' blob: ${origin}`
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
