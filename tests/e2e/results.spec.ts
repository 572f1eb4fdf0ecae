import { readFile } from 'node:fs/promises'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { openAccount, signIn } from './people.ts'

test('the months that are over name their winners, and a winner leads to their dance', async ({ page }) => {
  await page.goto('/faq')
  await page.getByRole('link', { name: 'See past results' }).click()
  await expect(page).toHaveURL('/results')
  const months = page.getByRole('article')
  await expect(months).toHaveCount(2)
  for (const month of await months.all()) {
    await expect(month).toContainText('KES 25,000')
    await expect(month.getByText('KES 5,000 prize')).toHaveCount(5)
  }
  const [newest, older] = await months.getByRole('heading').allTextContents()
  expect(Date.parse(`1 ${newest?.replace(' Challenge', '')}`)).toBeGreaterThan(
    Date.parse(`1 ${older?.replace(' Challenge', '')}`),
  )

  const winner = months.first().getByRole('listitem').first()
  const dance = (await winner.getByRole('link').textContent()) ?? ''
  await months.first().getByRole('link', { name: 'Final leaderboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${newest}: results`)
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows.nth(1)).toContainText(dance)
  await expect(rows.nth(5)).toContainText('KES 5,000 prize')
  await expect(rows.nth(6)).not.toContainText('prize')
  await expectAccessible(page)

  await rows.nth(1).getByRole('link', { name: dance }).click()
  await expect(page).toHaveURL(/\/video\//)
  await expect(page.getByRole('main')).toContainText(dance)
})

test.describe('the statements of a musician', () => {
  // The first request for them fails on purpose.
  test.use({ expectedFailures: /status of 503/ })
  const musician = demoAccounts.find(({ role }) => role === 'copyright_owner')

  test('come again after a failure, say how the royalty was reckoned, and go into a file', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const statements = /\/api\/royalties\/statements\//
    await page.route(statements, (route) => route.fulfill({ status: 503, json: { detail: 'Not now.' } }))
    const path = '/musician-dashboard?tab=statements'
    await signIn(page, musician?.email ?? '', path, musician?.password)
    await expect(page.getByRole('tab', { name: 'Statements' })).toBeInViewport({ ratio: 1 })
    const panel = page.getByRole('tabpanel')
    await expect(panel.getByRole('alert')).toContainText('Your statements did not load.')
    await page.unroute(statements)
    await panel.getByRole('button', { name: 'Retry' }).click()

    // The running month comes first, without a file.
    await expect(panel.getByRole('article').first()).toContainText('So far')
    const card = panel
      .getByRole('article')
      .filter({ has: page.getByRole('button', { name: /^Download/ }) })
      .first()
    await expect(card).toContainText('Royalty = pool × your videos ÷ all videos')
    await expect(card).toContainText(/KES\s[\d,.]+ × \d+ ÷ \d+ = KES\s[\d,.]+/)
    await expect(card.getByRole('table').getByRole('rowheader').last()).toHaveText('Total')
    await expectAccessible(page)

    const started = page.waitForEvent('download')
    await card.getByRole('button', { name: /^Download/ }).click()
    const file = await started
    expect(file.suggestedFilename()).toMatch(/^ngoma-statement-[a-z]+-\d{4}-challenge\.csv$/)
    const csv = await readFile(await file.path(), 'utf8')
    expect(csv).toMatch(/^\uFEFFMonth,Closed on,Track,.*\r\n/)
    expect(csv).toMatch(/,Total,\d+,\d+,[\d.]+,[\d.]+,\d+,[\d.]+\r\n$/)
  })

  test('are promised to whoever has none yet', async ({ page, request }) => {
    const { email } = await openAccount(request, 'copyright_owner')
    await signIn(page, email, '/musician-dashboard?tab=statements')
    await expect(page.getByRole('heading', { name: 'No statement yet' })).toBeVisible()
    await expectAccessible(page)
  })
})
