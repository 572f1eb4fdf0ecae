import path from 'node:path'
import { ask, watch } from './command.mjs'
import { root } from './find.mjs'
import { writeScript } from './wrapper.mjs'

/**
 * Has Playwright download the Chromium that it was made with.
 * @param {import('./needed.mjs').Program} program
 * @param {string} folder
 * @returns {string | undefined} why it could not
 */
export function downloadByPlaywright({ names: [name] }, folder) {
  const place = { PLAYWRIGHT_BROWSERS_PATH: path.join(folder, 'browsers') }
  const bin = path.join(root, 'node_modules', '.bin')
  if (!watch(path.join(bin, 'playwright'), ['install', '--no-shell', 'chromium'], place)) {
    return 'the lines above say why'
  }
  const where = "console.log(require('@playwright/test').chromium.executablePath())"
  const asked = ask(path.join(bin, 'node'), ['--eval', where], place)
  if (asked.fails) return asked.reason
  writeScript(folder, name, [`exec "$here/${path.relative(folder, asked.said.trim())}" "$@"`])
}
