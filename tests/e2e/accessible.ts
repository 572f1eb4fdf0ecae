import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

export const phone = { width: 360, height: 740 }
export const desk = { width: 1280, height: 800 }

/** On a phone in the light and on a desk in the dark. */
const twoLooks = [
  { size: phone, colorScheme: 'light' },
  { size: desk, colorScheme: 'dark' },
] as const

/** A size in the light, then in the dark. */
export const looksOf = (size: Size) =>
  [
    { size, colorScheme: 'light' },
    { size, colorScheme: 'dark' },
  ] as const

/** Both sizes, in the light and in the dark. */
export const allLooks = [...looksOf(phone), ...looksOf(desk)]

type Size = { width: number; height: number }
type Look = { size: Size; colorScheme: 'light' | 'dark' }

/** What another colour scheme changes of a page that has been looked at in this size. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Nothing for axe to find, and nothing that scrolls sideways, in each look of the page as it is now. */
export async function expectAccessible(page: Page, looks: readonly Look[] = twoLooks): Promise<void> {
  const seen = new Set<Look['size']>()
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme })
    await expectNoViolations(page, seen.has(size) ? rulesOfColour : undefined)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(sideways, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
    seen.add(size)
  }
}

/** Enlarged four times nothing scrolls sideways, and nothing that stays in its place takes a fifth of it. */
export async function expectWholeEnlarged(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 })
  const found = await page.evaluate(() => {
    window.scrollTo(0, 600)
    const staying = [...document.querySelectorAll('body *')].filter((element) => {
      const { position } = getComputedStyle(element)
      const { top, height } = element.getBoundingClientRect()
      const stays = position === 'fixed' || (position === 'sticky' && top <= 1)
      return stays && element.checkVisibility() && height > window.innerHeight / 5
    })
    const wide = document.documentElement.scrollWidth > window.innerWidth
    return { wide, staying: staying.map((element) => element.outerHTML.slice(0, 80)) }
  })
  expect([page.url(), found]).toEqual([page.url(), { wide: false, staying: [] }])
}

/** Nothing for axe to find in the page as it looks now. */
export async function expectNoViolations(page: Page, rules?: string[]): Promise<void> {
  // What is half faded in or out has no contrast: what moves ends, and nothing else begins.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  )
  // Loading axe into a page costs as much as running it there, so each document gets it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(async (runOnly) => {
    // Frames are YouTube's.
    const options = { resultTypes: ['violations' as const], iframes: false, ...(runOnly && { runOnly }) }
    const found = await window.axe.run({ exclude: ['iframe'] }, options)
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }, rules)
  expect(violations).toEqual([])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
