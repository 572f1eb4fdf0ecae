// What somebody without a pointer does: the keys that lead through a page, and no other way.
import { expect, type Locator, type Page } from '@playwright/test'

/** More than any page of a form has places to stop. */
const MOST_STOPS = 80

/** Goes forward by Tab alone until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target, 'Tab does not lead there').toBeFocused()
}

/** Goes to a field and types into it. */
export async function typeInto(page: Page, field: Locator, words: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.type(words)
}

/** Goes to a button or a link and presses it. */
export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}
