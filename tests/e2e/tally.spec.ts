import type { APIRequestContext } from '@playwright/test'
import type { TallyRows, TallySummary } from '#lib/contract/tally/calls.ts'
import { expect, type Product, test } from './fixtures.ts'

type Payment = { receipt: string; phone: string; at: string; amountCents: number; account: string }

test('a visitor counts every gift again, and finds one by its receipt and phone', async ({
  page,
  product,
}) => {
  await page.goto('/tally/current')
  const summary = await untilListed(page.request, product)
  const gift = await someGift(page.request, product, summary)

  await page.getByRole('button', { name: 'Check every gift' }).click()
  await expect(page.getByText('The count is right')).toBeVisible()
  await expect(page.getByTestId('tally-head')).toHaveText(/^[0-9a-f]{64}$/)

  const find = page.getByRole('region', { name: 'Find my gift' })
  await find.getByLabel('M-PESA code').fill(gift.receipt.toLowerCase())
  await find.getByLabel('Phone that paid').fill(`0${gift.phone.slice(3)}`)
  await find.getByRole('button', { name: 'Find my gift' }).click()
  await expect(find.getByRole('status')).toContainText(`Line ${gift.position.toLocaleString('en-KE')}:`)
  await expect(find.getByRole('status')).toContainText('belongs to your code and phone')
  await expect(find.getByRole('status')).toContainText('in the list that you have just checked')
})

test('a month with many videos shows the first of them, and all when they are asked for', async ({
  page,
  product,
}) => {
  const { videos } = await untilListed(page.request, product)
  await page.route('**/tally/?totals=*', async (route) => {
    const answer = await route.fetch()
    const summary: TallySummary = await answer.json()
    await route.fulfill({ response: answer, json: { ...summary, totals: summary.totals.slice(0, 1) } })
  })
  await page.goto('/tally/current')
  const totals = page.getByRole('region', { name: 'Votes for each video' })
  // The first is the table's head.
  await expect(totals.getByRole('row')).toHaveCount(2)
  await totals.getByRole('button', { name: /^Show all/ }).click()
  await expect(totals.getByRole('row')).toHaveCount(1 + videos)
  await expect(totals.getByRole('button', { name: /^Show all/ })).toHaveCount(0)
})

test.describe('a list that was tampered with on the way', () => {
  test('does not pass: one vote more in one line', async ({ page, product }) => {
    await untilListed(page.request, product)
    await page.route('**/tally/rows/**', async (route) => {
      const answer = await route.fetch()
      const rows: TallyRows = await answer.json()
      const results = rows.results.map((row, index) => (index === 2 ? { ...row, votes: row.votes + 1 } : row))
      await route.fulfill({ response: answer, json: { ...rows, results } })
    })
    await page.goto('/tally/current')
    await page.getByRole('button', { name: 'Check every gift' }).click()
    await expect(page.getByText("Line 3 doesn't match")).toBeVisible()
  })
})

test.describe('what is not in the list', () => {
  test.use({ expectedFailures: /status of 404/ })

  test('is told in plain words, what was typed kept', async ({ page }) => {
    await page.goto('/tally/current')
    const find = page.getByRole('region', { name: 'Find my gift' })
    await find.getByRole('button', { name: 'Find my gift' }).click()
    await expect(find.getByText('Enter the code from your M-PESA message')).toBeVisible()
    await find.getByLabel('M-PESA code').fill('AAAA1AAAAA')
    await find.getByLabel('Phone that paid').fill('0712345678')
    await find.getByRole('button', { name: 'Find my gift' }).click()
    await expect(find.getByRole('alert')).toContainText('No such gift in the list')
    await expect(find.getByLabel('M-PESA code')).toHaveValue('AAAA1AAAAA')
  })

  test('a month that never was has no page', async ({ page }) => {
    const answer = await page.goto('/tally/01a1f925-91af-7e3b-bd9a-ecaf8a72904f')
    expect(answer?.status()).toBe(404)
    await expect(page.getByText('No list here')).toBeVisible()
  })
})

async function challengeOf(request: APIRequestContext, product: Product): Promise<string> {
  return (await (await request.get(`${product.url}/api/videos/challenges/current/`)).json()).id
}

/** The worker lists the seed's gifts soon after its start. */
async function untilListed(request: APIRequestContext, product: Product): Promise<TallySummary> {
  const id = await challengeOf(request, product)
  let summary: TallySummary | undefined
  await expect
    .poll(
      async () => {
        summary = await (await request.get(`${product.url}/api/challenges/${id}/tally/`)).json()
        return summary?.head.position
      },
      { timeout: 45_000 },
    )
    .toBeGreaterThan(100)
  if (!summary) throw new Error('there is no tally')
  return summary
}

/** A listed gift with its payer's data: M-Pesa's book has receipt and phone. */
async function someGift(request: APIRequestContext, product: Product, { challenge }: TallySummary) {
  const book = await (await request.get(`${product.simulatorUrl}/control/book`)).json()
  const payments: Payment[] = book.transactions
  const { results }: TallyRows = await (
    await request.get(`${product.url}/api/challenges/${challenge.id}/tally/rows/?after=50`)
  ).json()
  for (const { position, paid_at, votes } of results) {
    const isIt = (one: Payment) =>
      Date.parse(one.at) === Date.parse(paid_at) &&
      Number(one.amountCents) === votes * 5_000 &&
      one.account.startsWith('G')
    const found = payments.filter(isIt)
    if (found.length === 1 && found[0]) return { ...found[0], position }
  }
  throw new Error('no gift of the list is in the book')
}
