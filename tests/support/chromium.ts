import { findProgram } from '#server/local/programs/find.mjs'
import { chromium, headlessShell } from './programs.ts'

/** No sandbox: tests run as root in containers. No background traffic: it slows the pages and fails without a network. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The tests need no network. Answering for YouTube here would turn every request into one of the test's, and the cache off.
  '--host-resolver-rules=MAP *.youtube.com ~NOTFOUND, MAP *.youtube-nocookie.com ~NOTFOUND, MAP *.ytimg.com ~NOTFOUND',
]

/**
 * Finds the system's Chromium, or the one that `npm test` has brought.
 * @throws Error when there is none
 */
export function findChromium(): string {
  const found = findProgram(chromium.names)
  if (found === undefined) throw new Error('Chromium is missing: install it, or let "npm test" bring it.')
  return found
}

/**
 * Finds the browser of the browser tests: the headless shell, or else Chromium.
 * @throws Error when there is neither
 */
export function findTestBrowser(): string {
  return findProgram(headlessShell.names) ?? findChromium()
}
