import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

export const phone = { width: 360, height: 740 }
export const desk = { width: 1280, height: 800 }

/** On a phone in light and on a desktop in dark. */
const twoLooks = [
  { size: phone, colorScheme: 'light' },
  { size: desk, colorScheme: 'dark' },
] as const

/** A size in light and in dark. */
export const looksOf = (size: Size) =>
  [
    { size, colorScheme: 'light' },
    { size, colorScheme: 'dark' },
  ] as const

/** Both sizes, in light and in dark. */
export const allLooks = [...looksOf(phone), ...looksOf(desk)]

type Size = { width: number; height: number }
type Look = { size: Size; colorScheme: 'light' | 'dark' }

/** Rules that depend on the colour scheme. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** No axe violations and no horizontal scrolling, in each look. */
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

/** At four times the size nothing scrolls horizontally, and no fixed part takes a fifth of the page. */
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

/** No axe violations in the current look. */
export async function expectNoViolations(page: Page, rules?: string[]): Promise<void> {
  // Half-faded elements have no contrast: ends animations.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  )
  // Loading axe costs as much as running it, so each document loads it once.
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
