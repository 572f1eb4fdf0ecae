import type { Locator, Page } from '@playwright/test'
import { type DemoRole, demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { loseSession, signIn } from './people.ts'
import { addTrack, addVideo, dropTrack, newApplicant } from './submissions.ts'

const accountOf = (role: DemoRole) => demoAccounts.find((account) => account.role === role)

async function openDesk(page: Page, path = '/officer', role: DemoRole = 'compliance_officer') {
  const account = accountOf(role)
  await signIn(page, account?.email ?? '', path, account?.password)
}

const sheet = (page: Page) => page.getByRole('dialog')
const approve = (page: Page) => sheet(page).getByRole('button', { name: 'Approve' })
const rowsOf = (page: Page) => page.getByRole('button', { name: /^Review / })

test.describe('the officers’ desk', () => {
  test('keeps tab, search and sort in the address, and says so where nothing waits', async ({ page }) => {
    await openDesk(page)
    await expect(rowsOf(page).first()).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Waiting' }).click()
    await expect(page).toHaveURL('/officer?sort=kyc_submitted_at')
    // The seed's oldest has waited for more than three days.
    await expect(page.getByRole('row').nth(1)).toContainText(', over 3 days')
    await page.goBack()
    await expect(page.getByRole('row').nth(1)).not.toContainText(', over')

    await page.getByRole('searchbox').fill('nobody at all')
    await expect(page).toHaveURL('/officer?search=nobody+at+all')
    await expect(page.getByText('Nothing found for “nobody at all”.')).toBeVisible()
    await page.getByRole('tab', { name: 'Tracks' }).click()
    await expect(page).toHaveURL('/officer?tab=tracks')
    await expect(rowsOf(page).first()).toBeVisible()
    await expectAccessible(page)
  })

  test('shows documents as pictures of its own, larger and turned, and closes where it began', async ({
    page,
    request,
  }) => {
    const { name } = await newApplicant(request)
    await openDesk(page)
    await expect(rowsOf(page).first()).toBeVisible()
    await page.getByRole('searchbox').fill(name)
    await expect(rowsOf(page)).toHaveCount(1)
    // A typed key is no shortcut.
    await page.keyboard.press('a')
    await expect(sheet(page)).toHaveCount(0)
    await page.keyboard.press('Backspace')
    await rowsOf(page).click()
    const picture = sheet(page).getByRole('img', { name: 'ID front' })
    await expect(picture).toHaveAttribute('src', /^blob:/)
    const before = await picture.boundingBox()
    await page.keyboard.press('+')
    await page.keyboard.press('t')
    await expect.poll(async () => (await picture.boundingBox())?.height).not.toBe(before?.height)
    // The number on the card is compared with the form's.
    await page.keyboard.press('1')
    await expect(sheet(page).getByRole('button', { pressed: true, name: /matches$/i })).toHaveCount(1)
    await expect(sheet(page).getByText('1 of 3 match')).toBeVisible()
    await page.keyboard.press('d')
    await expect(sheet(page).getByRole('img', { name: 'ID back' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('r')
    await expect(sheet(page).getByRole('textbox', { name: 'Reason' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await expect(rowsOf(page)).toBeFocused()
  })
})

test.describe('two officers', () => {
  // A case claimed by another officer is refused.
  test.use({ expectedFailures: /status of 409/ })

  test('see who looks at what, and decide once the other has closed it', async ({ page, visitor }) => {
    const title = `Two officers ${Date.now()}`
    await addTrack(title)
    const path = `/officer?tab=tracks&search=${encodeURIComponent(title)}`
    await openDesk(page, path)
    await rowsOf(page).click()
    await expect(approve(page)).toBeEnabled()

    const second = await visitor()
    await openDesk(second, path, 'super_admin')
    await expect(second.getByRole('row').nth(1)).toContainText('Wambui Githinji is reviewing')
    await rowsOf(second).click()
    // Above the case, and beside the blocked buttons.
    await expect(
      sheet(second).getByText('Wambui Githinji is reviewing this case. You can decide once they close it.'),
    ).toHaveCount(2)
    await expect(approve(second)).toBeDisabled()

    await page.keyboard.press('Escape')
    await expect(approve(second)).toBeEnabled({ timeout: 15_000 })
    await second.keyboard.press('a')
    await expect(second.getByText(/^Approved: /).first()).toBeVisible()
    await expect(sheet(second)).toHaveCount(0)
    // After the undo it is pending and open again.
    await second.keyboard.press('z')
    await expect(approve(second)).toBeEnabled()
    await second.keyboard.press('a')
    await expect(second.getByText(/^Approved: /).first()).toBeVisible()
    await expect(page.getByText(`Nothing found for “${title}”.`)).toBeVisible({ timeout: 15_000 })
  })
})

test.describe('the desk', () => {
  test('decides several at once, names what it refuses, and undoes the others by one key', async ({
    page,
  }) => {
    const title = `Several ${Date.now()}`
    for (const song of ['one', 'two']) await addTrack(`${title} ${song}`)
    await addTrack(`${title} own`, 'compliance_officer')
    await openDesk(page, `/officer?tab=tracks&search=${encodeURIComponent(title)}`)
    await expect(rowsOf(page)).toHaveCount(3)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await expect(page.getByText('3 selected')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await sheet(page).getByRole('button', { name: 'Approve 3' }).click()
    await expect(sheet(page).getByRole('heading', { name: '1 of 3 were not decided' })).toBeVisible()
    await expect(sheet(page).getByText(/^This is the musician’s first track/)).toBeVisible()
    await sheet(page).getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('Approved: 2 entries').first()).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(1)
    await page.keyboard.press('z')
    await expect(rowsOf(page)).toHaveCount(3)
    for (const song of ['one', 'two', 'own']) await dropTrack(`${title} ${song}`)
  })

  test('leaves an officer where they have gone while a decision was on its way', async ({ page }) => {
    const title = `Slow ${Date.now()}`
    for (const song of ['one', 'two', 'three']) await addTrack(`${title} ${song}`)
    await openDesk(page, `/officer?tab=tracks&search=${encodeURIComponent(title)}`)
    await expect(rowsOf(page)).toHaveCount(3)
    await rowsOf(page).first().click()

    const answerFirst = await approveSlowly(page)
    for (const place of ['2 / 3', '3 / 3']) {
      await page.keyboard.press('j')
      await expect(sheet(page).getByText(place)).toBeVisible()
    }
    await answerFirst()
    await expect(sheet(page).getByText('2 / 2')).toBeVisible()

    const answerLast = await approveSlowly(page)
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
    await answerLast()
    await expect(rowsOf(page)).toHaveCount(1)
    await expect(sheet(page)).toHaveCount(0)
    await dropTrack(`${title} two`)
  })

  test('lets nobody decide about their own', async ({ page }) => {
    const title = `Of an officer ${Date.now()}`
    await addTrack(title, 'compliance_officer')
    await openDesk(page, `/officer?tab=tracks&search=${encodeURIComponent(title)}`)
    await rowsOf(page).click()
    await expect(approve(page)).toBeDisabled()
    await expect(
      sheet(page).getByText('This is your own submission. Another officer has to decide.').first(),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await dropTrack(title)
  })

  test('sends a rejection off as soon as the case is there, however early it was given', async ({ page }) => {
    const { reject, answer } = await rejectTooSoon(page)
    await expect(reject).toHaveAttribute('aria-busy', 'true')
    answer()
    await expect(page.getByText(/^Rejected: /).first()).toBeVisible()
    await expect(sheet(page)).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('sends no reason that is being corrected when the case is there', async ({ page }) => {
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') sent.push(request.postDataJSON().review_comments)
    })
    const { reject, answer } = await rejectTooSoon(page)
    await expect(reject).toHaveAttribute('aria-busy', 'true')
    const reason = sheet(page).getByRole('textbox', { name: 'Reason' })
    await reason.fill('It is not yours. See')
    await expect(reject).toHaveAttribute('aria-busy', 'false')
    const isThere = page.waitForResponse('**/compliance/claims/')
    answer()
    await isThere
    await reason.fill('It is not yours. See the label.')
    await page.keyboard.press('Control+Enter')
    await expect(sheet(page)).toHaveCount(0)
    expect(sent).toEqual(['It is not yours. See the label.'])
    await page.unrouteAll({ behavior: 'wait' })
  })
})

/** Rejects a track before its claim is answered. @returns releases the claim's request, and the button */
async function rejectTooSoon(page: Page): Promise<{ reject: Locator; answer: () => void }> {
  const title = `Too soon ${Date.now()}`
  await addTrack(title)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/compliance/claims/**', async (route) => {
    await answered
    await route.continue()
  })
  await openDesk(page, `/officer?tab=tracks&search=${encodeURIComponent(title)}`)
  await rowsOf(page).click()
  await page.keyboard.press('r')
  await sheet(page).getByRole('textbox', { name: 'Reason' }).fill('It is not yours.')
  await page.keyboard.press('Control+Enter')
  return { reject: sheet(page).getByRole('button', { name: /^Reject and email/ }), answer }
}

/** Approves the open track. @returns releases the request, and waits for its answer */
async function approveSlowly(page: Page): Promise<() => Promise<void>> {
  const decision = /\/tracking\/tracks\/[\da-f-]{36}\/$/
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(decision, async (route) => {
    await answered
    await route.continue()
  })
  await expect(approve(page)).toBeEnabled()
  const sent = page.waitForRequest(decision)
  await page.keyboard.press('a')
  await sent
  return async () => {
    const taken = page.waitForResponse(decision)
    answer()
    await taken
    await page.unroute(decision)
  }
}

test.describe('somebody else', () => {
  // The page about the status has that status.
  test.use({ expectedFailures: /status of 403.*\/unauthorized/ })

  test('is turned away', async ({ page }) => {
    const dancer = accountOf('dancer')
    await signIn(page, dancer?.email ?? '', '/', dancer?.password)
    await page.goto('/officer')
    await expect(page).toHaveURL('/unauthorized')
  })
})

test.describe('when nothing answers', () => {
  test.use({ expectedFailures: /status of 503/ })

  test('shows an empty list and comes back by Retry', async ({ page }) => {
    const queues = /kyc-submissions|tracks\/pending|\/api\/videos\/\?/
    await page.route(queues, (route) => route.fulfill({ status: 503, json: { detail: 'away' } }))
    await openDesk(page)
    const retry = page.getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    await expect(page.getByText(/^The KYC applications did not load/)).toBeVisible()
    await expect(page.getByText('0 entries')).toHaveCount(0)
    await expectAccessible(page)
    const asked = page.waitForRequest(queues)
    await retry.click()
    await asked
    // The desk's polling may also receive the answer.
    await page.unroute(queues)
    await expect(rowsOf(page).first()).toBeVisible({ timeout: 20_000 })

    // Without a sentence of the server.
    await page.route(/review_kyc/, (route) => route.fulfill({ status: 503, body: '' }))
    await rowsOf(page).first().click()
    await approve(page).click()
    await expect(sheet(page).getByText('Failed to submit review action')).toBeVisible()
    await expect(approve(page)).toBeEnabled()
  })
})

test('a day at the desk: everything that waits is decided by keys alone', async ({ page, request }) => {
  const applicant = await newApplicant(request)
  await newApplicant(request)
  for (const song of ['Jua Kali', 'Matatu', 'Kanga', 'Pwani', 'Ziwani']) await addTrack(song)
  for (const dance of ['First', 'Second', 'Third']) await addVideo(`${dance} dance`)
  await openDesk(page)
  await expect(rowsOf(page).first()).toBeVisible()
  let decided = 0

  await test.step('identity checks, one of them rejected', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    decided += await decideAll(page, 'No pending KYC applications.', async (title) => {
      if (!(await sheet(page).getByText(applicant.email).count())) return false
      expect(title).toBe('Amina Wanjiru')
      await page.keyboard.press('r')
      await page.keyboard.press('3')
      const reason = sheet(page).getByRole('textbox', { name: 'Reason' })
      await expect(reason).toBeFocused()
      await page.keyboard.press('End')
      await page.keyboard.type(' Asante.')
      await page.keyboard.press('Control+Enter')
      return true
    })
  })

  for (const [tab, empty] of [
    ['Tracks', 'No pending tracks.'],
    ['Videos', 'No videos pending review.'],
  ] as const) {
    await test.step(`${tab}, the first of them rejected`, async () => {
      await page.keyboard.press('g')
      await page.keyboard.press(tab === 'Tracks' ? 't' : 'v')
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
      await expect(rowsOf(page).first()).toBeVisible()
      await page.keyboard.press('j')
      await page.keyboard.press('r')
      let isFirst = true
      decided += await decideAll(page, empty, async () => {
        if (!isFirst) return false
        isFirst = false
        await expect(sheet(page).getByRole('heading', { name: 'Why is it rejected?' })).toBeVisible()
        await page.keyboard.press('Control+Enter')
        const what = tab === 'Tracks' ? 'track' : 'video'
        await expect(sheet(page).getByText(`Reason is required to reject ${what}.`)).toBeVisible()
        await page.keyboard.type('Please try again.')
        await page.keyboard.press('Control+Enter')
        return true
      })
    })
  }

  expect(decided).toBeGreaterThanOrEqual(20)
  // The name of a tab has the count of what is pending.
  for (const name of ['KYC', 'Tracks', 'Videos'])
    await expect(page.getByRole('tab', { name, exact: true })).toBeVisible()
  await expectAccessible(page)

  await test.step('whose it is reads the reason under the bell and where they work', async () => {
    const reason = 'The number in the form is not the number on your ID. Please correct it. Asante.'
    await loseSession(page)
    // The bell shows it once the decision is final.
    await signIn(page, applicant.email, '/faq')
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    const told = page.getByRole('dialog', { name: 'Notifications' })
    await expect(told.getByRole('link', { name: reason })).toBeVisible()
    await page.goto('/kyc-upload')
    await expect(page.getByRole('main').getByText(reason)).toBeVisible()
  })
})

/**
 * Approves cases until none is pending. `instead` may decide one differently, and returns whether it did.
 * @returns how many were decided
 */
async function decideAll(
  page: Page,
  empty: string,
  instead: (title: string) => Promise<boolean>,
): Promise<number> {
  const place = sheet(page).getByText(/^\d+ \/ \d+$/)
  for (let decided = 0; ; decided++) {
    if (decided > 0) await expect(page.getByText(/^(Approved|Rejected): /).first()).toBeVisible()
    await expect(place.or(page.getByText(empty))).toBeVisible()
    if (await page.getByText(empty).isVisible()) {
      await expect(page.getByRole('region', { name: /pending/i }).last()).toBeFocused()
      return decided
    }
    const left = await place.textContent()
    const title = (await sheet(page).getByRole('heading').first().textContent()) ?? ''
    if (!(await instead(title))) {
      await expect(approve(page)).toBeEnabled()
      await page.keyboard.press('a')
    }
    await expect(place.filter({ hasText: left ?? '' })).toHaveCount(0)
  }
}
