import { createHash } from 'node:crypto'

const YOUTUBE_FRAMES = 'https://www.youtube-nocookie.com https://www.youtube.com'

/**
 * Returns the policy of every page: it may load our own files, YouTube's frame and its pictures. Scripts are only ours. A
 * second policy, sent with each page, tells which inline scripts may run (browsers obey both): `hashedScripts` for cached
 * pages, `nonceScripts` for those rendered for one person. The second one also names the hosts that a page may call
 * (`calledHosts`), because this one is written at build time, when the object store's address is not known.
 * @param isDevelopment React's development build evaluates code
 */
export function contentPolicy(isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    // React writes style attributes, and the toasts bring a style sheet of their own.
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

/** Lets exactly these inline scripts run. */
export function hashedScripts(scripts: readonly string[]): string {
  return `script-src 'self' ${[...new Set(scripts.map(hashOf))].join(' ')}`
}

/** Lets inline scripts run that have the nonce, and the constant ones, which can not have it. */
export function nonceScripts(nonce: string, constants: readonly string[]): string {
  return `script-src 'self' 'nonce-${nonce}' ${constants.map(hashOf).join(' ')}`
}

/**
 * Lets a page call us and the object store, where files are uploaded by signed links and songs come from.
 * @param store any address of the store as browsers reach it
 */
export function calledHosts(store: string): string {
  const { origin } = new URL(store)
  return `connect-src 'self' ${origin}; media-src 'self' blob: ${origin}`
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
