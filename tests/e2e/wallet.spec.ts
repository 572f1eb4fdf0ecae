import { randomInt } from 'node:crypto'
import { expectAccessible } from './accessible.ts'
import { openDesk } from './desk.ts'
import { expect, openHandset, test, typePin } from './fixtures.ts'
import { handInIdentity } from './identity.ts'
import { mailedLink, openAccount, signedInAs, signIn } from './people.ts'

test('money comes into a wallet by a prompt and leaves it until it is called off, seen live in every open page', async ({
  page,
  visitor,
  request,
  product,
}) => {
  const { email } = await openAccount(request, 'copyright_owner')
  const phone = `25471${randomInt(100, 1_000)}${randomInt(2_000, 10_000)}`
  const main = page.getByRole('main')
  const elsewhere = await page.context().newPage()
  const balance = (of = page) => of.getByRole('main').getByTestId('balance')

  await test.step('opens once the identity is approved', async () => {
    await signIn(page, email, '/profile')
    await expect(main.getByText('Opens once your identity is approved.', { exact: true })).toBeVisible()
    const somebody = await signedInAs(page)
    await handInIdentity(request, somebody)
    await (await openDesk(request)).approveKyc(somebody.id)
    for (const each of [page, elsewhere]) {
      await each.goto('/profile')
      await expect(balance(each)).toHaveText(/KES\s0$/)
    }
  })

  await test.step('a top-up is accepted on the phone, and the balance moves by itself', async () => {
    const handset = await visitor()
    await openHandset(handset, product, phone)
    await main.getByRole('button', { name: 'Top up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Top up' })
    await dialog.getByLabel('Amount in KES').fill('5')
    await dialog.getByRole('button', { name: 'Top up' }).click()
    await expect(dialog.getByLabel('Amount in KES')).toHaveAccessibleDescription(/at least 10/)
    await expectAccessible(page)
    await dialog.getByLabel('Amount in KES').fill('500')
    await dialog.getByLabel('M-PESA phone number').fill(phone)
    await dialog.getByRole('button', { name: 'Top up' }).click()
    await typePin(handset, '1234')
    for (const each of [page, elsewhere]) {
      await expect(balance(each)).toHaveText(/KES\s500$/)
      await expect(each.getByText('Top-up from M-PESA')).toBeVisible()
      await expect(each.getByText(/^Balance after: KES\s500$/)).toBeVisible()
    }
  })

  const withdrawal = main.getByRole('listitem').filter({ hasText: /to 0[17]/ })

  await test.step('a withdrawal is held at once and says when it is paid', async () => {
    await main.getByRole('button', { name: 'Withdraw' }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw funds' })
    await expect(dialog.getByText(/^From KES\s10 to KES\s500\. Ngoma takes no fee\./)).toBeVisible()
    await dialog.getByLabel('Amount in KES').fill('501')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(dialog.getByLabel('Amount in KES')).toHaveAccessibleDescription(/up to KES\s500/)
    await dialog.getByRole('button', { name: /^All: KES\s500$/ }).click()
    await expect(dialog.getByLabel('Amount in KES')).toHaveValue('500')
    await dialog.getByLabel('Amount in KES').fill('120')
    const isLater = dialog.getByText(
      'To a new number we wait at least 24 hours, so the money can arrive a working day later.',
    )
    await expect(isLater).toBeHidden()
    await dialog.getByLabel('M-PESA phone number').fill(phone)
    await expect(isLater).toBeVisible()
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(dialog.getByText(/^Send KES\s120 to 07\d{2}\s\d{3}\s\d{3}\?$/)).toBeFocused()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect(dialog.getByLabel('Amount in KES')).toBeFocused()
    await expect(dialog.getByLabel('Amount in KES')).toHaveValue('120')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    // Awaited from before the click: a toast lasts four seconds.
    await Promise.all([
      expect(page.getByText('Processing T+1.')).toBeVisible(),
      dialog.getByRole('button', { name: 'Send', exact: true }).click(),
    ])
    const reference = await withdrawal.getByText(/^Ref W/).textContent()
    await expect(page.getByText(`${reference}`).first()).toBeVisible()
    await expect(withdrawal).toContainText('Waiting')
    for (const each of [page, elsewhere]) await expect(balance(each)).toHaveText(/KES\s380$/)
  })

  await test.step('the mail’s link calls it off, and the wallet has its money back', async () => {
    const reader = await visitor()
    await reader.goto((await mailedLink(request, email, '/cancel-withdrawal')).href)
    await reader.getByRole('button', { name: 'Cancel this withdrawal' }).click()
    await expect(reader.getByRole('heading', { name: 'Withdrawal cancelled' })).toBeVisible()
    await expectAccessible(reader)
    for (const each of [page, elsewhere]) await expect(balance(each)).toHaveText(/KES\s500$/)
    await expect(withdrawal).toContainText('Cancelled')
    await expect(withdrawal.getByRole('button', { name: 'Cancel' })).toBeHidden()
  })

  await test.step('one whose answer is lost is the same one where it is asked for again, also after a reload', async () => {
    const keys: (string | undefined)[] = []
    await page.route('**/wallet/api/withdraw/initiate/', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      // The server accepts it; the network answers with another page.
      await route.fetch()
      await route.fulfill({ contentType: 'text/html', body: '<html>Buy data</html>' })
    })
    const dialog = page.getByRole('dialog', { name: 'Withdraw funds' })
    const isLost = () =>
      expect(dialog.getByRole('alert')).toHaveText(/^No answer came to your withdrawal of KES\s300 to 0/)
    await main.getByRole('button', { name: 'Withdraw' }).click()
    await dialog.getByLabel('Amount in KES').fill('300')
    await dialog.getByLabel('M-PESA phone number').fill(phone)
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await isLost()
    await expectAccessible(page)
    await expect(balance(elsewhere)).toHaveText(/KES\s200$/)
    await expect(dialog).toContainText(/Available: KES\s200/)
    await page.reload()
    await main.getByRole('button', { name: 'Withdraw' }).click()
    await isLost()
    // The amount exceeds the remaining balance.
    await expect(dialog.getByLabel('Amount in KES')).toHaveValue('300')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog).toBeHidden()
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
    for (const each of [page, elsewhere]) {
      await expect(balance(each)).toHaveText(/KES\s200$/)
      await expect(
        each
          .getByRole('main')
          .getByRole('listitem')
          .filter({ hasText: /to 0[17]/ }),
      ).toHaveCount(2)
    }
    await main.getByRole('button', { name: 'Withdraw' }).click()
    await expect(dialog.getByLabel('Amount in KES')).toHaveValue('')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
  })
})
