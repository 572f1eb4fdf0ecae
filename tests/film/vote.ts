import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { openHandset, typePin } from '../e2e/fixtures.ts'
import type { Place } from './screenshots.ts'

/** A phone of 360 × 720 points. */
const size = { width: 360, height: 720 }
const QUALITY = 55
const MOST_BYTES = 2_000_000
const phone = '254712345678'

type Film = {
  /** Adds frames of a page. @param ms how long each is shown */
  show(page: Page, ms: number, frames?: number): Promise<void>
  /** Shows where a finger touches, then touches. */
  tap(page: Page, place: Locator): Promise<void>
}

/**
 * Writes `vote.webp`: a visitor picks a dance, pays for five votes by M-Pesa, and sees them counted.
 * @throws Error if the film is larger than 2 MB
 */
export async function filmVote(
  browser: Browser,
  { url, folder }: Place,
  simulatorUrl: string,
): Promise<void> {
  const frames: Buffer[] = []
  const delays: number[] = []
  const film: Film = {
    async show(page, ms, count = 1) {
      for (let frame = 0; frame < count; frame++) {
        frames.push(await page.screenshot())
        delays.push(ms)
      }
    },
    async tap(page, place) {
      const box = await place.boundingBox()
      if (!box) throw new Error(`Nothing to touch: ${place}`)
      const remove = await touch(page, box.x + box.width / 2, box.y + box.height / 2)
      await film.show(page, 450)
      await remove()
      await place.click()
    },
  }
  const options = { viewport: size, hasTouch: true, isMobile: true }
  const context = await browser.newContext({ ...options, baseURL: url, colorScheme: 'dark' })
  const handset = await (await browser.newContext(options)).newPage()
  await openHandset(handset, { simulatorUrl }, phone)
  await playVote(film, await context.newPage(), handset)
  const encoded = await sharp(frames, { join: { animated: true } })
    .webp({ quality: QUALITY, effort: 6, delay: delays, loop: 0, mixed: true })
    .toBuffer()
  if (encoded.length > MOST_BYTES) throw new Error(`The film has ${encoded.length} bytes.`)
  writeFileSync(path.join(folder, 'vote.webp'), encoded)
}

async function playVote({ show, tap }: Film, page: Page, handset: Page): Promise<void> {
  await page.goto('/')
  const gift = page.getByRole('button', { name: /^Gift\b/ }).first()
  await gift.waitFor()
  await page.waitForLoadState('networkidle')
  await show(page, 180, 8)
  await tap(page, gift)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Select gifts' }).waitFor()
  await show(page, 700)
  await tap(page, dialog.locator('label').filter({ hasText: 'KES 250' }))
  await show(page, 500)
  await tap(page, dialog.getByRole('button', { name: /^Continue/ }))
  const number = dialog.getByLabel('M-PESA phone number')
  await number.waitFor()
  for (const typed of ['07', '0712 3', '0712 345 678']) {
    await number.fill(typed)
    await show(page, 350)
  }
  await tap(page, dialog.getByRole('button', { name: /^Pay KES/ }))
  await dialog.getByRole('heading', { name: 'Check your phone' }).waitFor()
  await show(page, 1_200)

  const prompt = handset.getByRole('dialog')
  await prompt.waitFor()
  await show(handset, 1_000)
  const pin = handset.getByLabel('Enter M-PESA PIN')
  for (const typed of ['1', '12', '123', '1234']) {
    await pin.fill(typed)
    await show(handset, 200)
  }
  await typePin(handset, '1234')

  await dialog.getByRole('heading', { name: 'Gift counted' }).waitFor()
  await show(page, 2_000)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await show(page, 180, 8)
  await show(page, 1_500)
}

/** Draws a finger's mark. @returns what removes it */
async function touch(page: Page, x: number, y: number): Promise<() => Promise<void>> {
  const mark = await page.evaluateHandle(
    ([left, top]) => {
      const drawn = document.createElement('div')
      Object.assign(drawn.style, {
        position: 'fixed',
        left: `${left - 22}px`,
        top: `${top - 22}px`,
        width: '44px',
        height: '44px',
        borderRadius: '50%',
        background: 'rgb(255 255 255 / 55%)',
        boxShadow: '0 0 0 2px rgb(0 0 0 / 35%)',
        zIndex: '2147483647',
        pointerEvents: 'none',
      })
      document.body.append(drawn)
      return drawn
    },
    [x, y] as const,
  )
  return () => mark.evaluate((drawn) => drawn.remove())
}
