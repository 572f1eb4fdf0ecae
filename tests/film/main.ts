// `npm run film`: makes the pictures of README.md from the running product, with its demo data: the film of a vote and screenshots
// in both themes.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { ensureProgram } from '#server/local/programs/ensure.mjs'
import { dataFolder } from '#server/local/programs/find.mjs'
import { endWith } from '#server/local/run-program.ts'
import { chromiumArguments, findTestBrowser } from '#tests/support/chromium.ts'
import { headlessShell, nginx } from '#tests/support/programs.ts'
import startStack from '../e2e/stack.ts'
import { takeScreenshots } from './screenshots.ts'
import { filmVote } from './vote.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'docs', 'pictures')

async function makePictures(): Promise<number> {
  for (const program of [headlessShell, nginx]) ensureProgram(program, dataFolder())
  mkdirSync(folder, { recursive: true })
  const endStack = await startStack()
  const browser = await chromium.launch({ executablePath: findTestBrowser(), args: chromiumArguments })
  try {
    const place = { url: process.env.NGOMA_E2E_URL ?? '', folder }
    await filmVote(browser, place, process.env.NGOMA_E2E_SIMULATOR_URL ?? '')
    await takeScreenshots(browser, place)
  } finally {
    await browser.close()
    await endStack()
  }
  return 0
}

await endWith(makePictures())
