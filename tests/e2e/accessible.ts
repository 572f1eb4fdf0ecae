import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const looks = [
  { size: { width: 360, height: 740 }, colorScheme: 'light' },
  { size: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const

/** Nothing for axe to find, and nothing that scrolls sideways, on a phone and on a desk, as the page is now. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual(
      [],
    )
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(sideways, 'scrolls sideways').toBeLessThanOrEqual(0)
  }
}
