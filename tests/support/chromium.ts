import { findProgram } from '#server/local/programs/find.mjs'
import { chromium, headlessShell } from './programs.ts'

/**
 * Without a sandbox, because tests run as root in containers. Without background traffic, which slows pages
 * and fails offline.
 */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Intercepting YouTube's addresses instead would route every request through the test and turn off the
  // cache.
  '--host-resolver-rules=MAP *.youtube.com ~NOTFOUND, MAP *.youtube-nocookie.com ~NOTFOUND, MAP *.ytimg.com ~NOTFOUND',
]

/**
 * Returns the system's Chromium, or the one of `npm test`.
 * @throws Error without one
 */
export function findChromium(): string {
  const found = findProgram(chromium.names)
  if (found === undefined) throw new Error('Chromium is missing: install it, or let "npm test" bring it.')
  return found
}

/** Returns Chromium's headless shell, or else Chromium. @throws Error without either */
export function findTestBrowser(): string {
  return findProgram(headlessShell.names) ?? findChromium()
}
