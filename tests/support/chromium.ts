import { existsSync } from 'node:fs'
import path from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

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
 * Finds the system's Chromium: Playwright's own download is not needed.
 * @throws Error when there is none
 */
export function findChromium(): string {
  const directories = (process.env.PATH ?? '').split(path.delimiter)
  const files = names.flatMap((name) => directories.map((directory) => path.join(directory, name)))
  const found = files.find((file) => existsSync(file))
  if (found === undefined) throw new Error('Chromium is missing: install the package "chromium".')
  return found
}
