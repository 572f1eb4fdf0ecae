import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openDesk } from './desk.ts'
import { expect, openHandset, orderGift, test, typePin } from './fixtures.ts'
import { handInIdentity } from './identity.ts'
import { mailedLink, newPerson, openAccount, password, signedInAs, signIn } from './people.ts'

// A wrong password, and a common one. #418: a part that React had not hydrated before the translation is rendered again.
test.use({ expectedFailures: /status of 40[01]|React error #418/ })

const newPhone = () => `25471${randomInt(100, 1_000)}${randomInt(2_000, 10_000)}`

/**
 * Translates a page as Chrome does: each text node is replaced by a `<font>`, also in later content. React
 * still holds the removed nodes.
 */
async function openTranslated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const untouched = 'font, script, style, textarea, select, svg'
    const translate = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      for (const text of texts) {
        if (text.parentElement?.closest(untouched)) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    translate(document.body)
    const changes = new MutationObserver((found) => {
      for (const { target } of found) translate(target)
    })
    changes.observe(document.body, { childList: true, characterData: true, subtree: true })
  })
  await expect(page.locator('font').first()).toBeAttached()
}

test.describe('a page that the browser has translated does not break', () => {
  test('a gift is given, and counted', async ({ page, visitor, product }) => {
    const [video] = await product.topVideos(1)
    if (!video) throw new Error('the seed has no videos')
    const phone = newPhone()
    const handset = await visitor()
    await openHandset(handset, product, phone)
    await openTranslated(page, `/video/${video.id}`)
    await orderGift(page, 2, phone)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'Check your phone' })).toBeVisible()
    await typePin(handset, '1234')
    await expect(dialog.getByRole('heading', { name: 'Gift counted' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Give again' }).click()
    await expect(dialog.getByRole('heading', { name: 'Select gifts' })).toBeVisible()
  })

  test('a gift that is refused says so, and can be tried again', async ({ page, visitor, product }) => {
    const [video] = await product.topVideos(1)
    const phone = newPhone()
    const handset = await visitor()
    await openHandset(handset, product, phone)
    await openTranslated(page, `/video/${video?.id}`)
    await orderGift(page, 1, phone)
    await handset.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'You cancelled' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByRole('heading', { name: 'Confirm gifts & pay' })).toBeVisible()
  })

  test('an account is opened, and signed in to', async ({ page, request }) => {
    const person = newPerson()
    await openTranslated(page, '/register')
    const create = page.getByRole('button', { name: 'Create account' })
    await create.click()
    await expect(page.getByRole('region', { name: '6 things to correct' })).toBeFocused()
    await page.getByText('Dancer', { exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill(person.name)
    await page.getByLabel('Display name').fill(person.displayName)
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    for (const secret of ['P@ssw0rd2026!', password]) {
      for (const field of ['Password', 'Confirm password'])
        await page.getByLabel(field, { exact: true }).fill(secret)
      await page.getByRole('button', { name: 'Show' }).first().click()
      await page.getByRole('button', { name: 'Hide' }).click()
      await create.click()
      if (secret !== password)
        await expect(page.getByRole('main').getByRole('alert')).toContainText(['Registration failed'])
    }
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()

    await openTranslated(page, (await mailedLink(request, person.email, '/verify-email')).href)
    await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()

    await page.evaluate(() => localStorage.clear())
    await page.context().clearCookies()
    await openTranslated(page, '/login')
    for (const secret of ['not the passphrase', password]) {
      await page.getByLabel('Email', { exact: true }).fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill(secret)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      if (secret !== password) await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    }
    await expect(page.getByText(`Karibu, ${person.displayName}`).first()).toBeVisible()
  })

  test('a dancer subscribes', async ({ page, visitor, request, product }) => {
    const phone = newPhone()
    const handset = await visitor()
    await openHandset(handset, product, phone)
    const { email } = await openAccount(request)
    await signIn(page, email, '/profile')
    await approve(page)
    await openTranslated(page, '/profile')
    await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Enter phone number' })
    await dialog.getByRole('button', { name: /^Pay KES/ }).click()
    await expect(dialog.getByLabel('M-PESA phone number')).toBeFocused()
    await dialog.getByLabel('M-PESA phone number').fill(phone)
    await dialog.getByRole('button', { name: /^Pay KES/ }).click()
    await typePin(handset, '1234')
    await expect(page.getByText('You are in').first()).toBeVisible()
  })

  test('money comes into a wallet, and is withdrawn', async ({ page, visitor, request, product }) => {
    const phone = newPhone()
    const handset = await visitor()
    await openHandset(handset, product, phone)
    const { email } = await openAccount(request, 'copyright_owner')
    await signIn(page, email, '/profile')
    await approve(page)
    await openTranslated(page, '/profile')
    const main = page.getByRole('main')
    const dialog = page.getByRole('dialog')
    await main.getByRole('button', { name: 'Top up' }).click()
    await dialog.getByLabel('Amount in KES').fill('500')
    await dialog.getByLabel('M-PESA phone number').fill(phone)
    await dialog.getByRole('button', { name: 'Top up' }).click()
    await typePin(handset, '1234')
    await expect(main.getByTestId('balance')).toHaveText(/KES\s500$/)

    await main.getByRole('button', { name: 'Withdraw' }).click()
    await dialog.getByLabel('Amount in KES').fill('501')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(dialog.getByLabel('Amount in KES')).toHaveAccessibleDescription(/up to KES\s500/)
    await dialog.getByLabel('Amount in KES').fill('120')
    await dialog.getByLabel('M-PESA phone number').fill(phone)
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(main.getByTestId('balance')).toHaveText(/KES\s380$/)
  })

  async function approve(page: Page): Promise<void> {
    const somebody = await signedInAs(page)
    await handInIdentity(page.request, somebody)
    await (await openDesk(page.request)).approveKyc(somebody.id)
  }
})
