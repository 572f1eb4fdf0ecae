import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'

export { expect }

/** The running product and its simulator, besides the pages. */
export type Product = {
  readonly url: string
  readonly simulatorUrl: string
  /** Of the running month, most votes first. */
  topVideos(count: number): Promise<
    {
      id: string
      title: string
      vote_count: number
      vote_code: string
      paybill_number: string
      rank: number | null
      youtube_url: string | null
    }[]
  >
  voteCount(videoId: string): Promise<number>
  /** A call of the simulator's control API. */
  control(path: string, body: unknown): Promise<void>
}

type Fixtures = {
  product: Product
  /** Another visitor in a new browser. */
  visitor: () => Promise<Page>
}

function required(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the global setup has not run`)
  return value
}

/** Unreachable in tests (tests/support/chromium.ts), and shown as such. */
const ELSEWHERE = /^https:\/\/([a-z.]+\.)?(youtube(-nocookie)?|ytimg)\.com\//

/** Console errors fail a test. */
function failOnComplaints(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() !== 'error' || ELSEWHERE.test(message.location().url)) return
    complaints.push(`${message.text()} (${message.location().url})`)
  })
}

/** `expectedFailures` names statuses that a test provokes. */
export const test = base.extend<Fixtures & { expectedFailures: RegExp | null; complaints: string[] }>({
  expectedFailures: [null, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first argument.
  complaints: async ({}, use) => {
    await use([])
  },
  page: async ({ page, complaints, expectedFailures }, use) => {
    failOnComplaints(page, complaints)
    await use(page)
    expect(complaints.filter((one) => !expectedFailures?.test(one))).toEqual([])
  },
  visitor: async ({ browser, complaints }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      contexts.push(context)
      const page = await context.newPage()
      failOnComplaints(page, complaints)
      return page
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
  product: async ({ request }, use) => {
    const url = required('NGOMA_E2E_URL')
    const simulatorUrl = required('NGOMA_E2E_SIMULATOR_URL')
    // From web itself: the proxy may answer with a stale list while it revalidates.
    const web = `http://127.0.0.1:${required('NGOMA_E2E_WEB_PORT')}`
    await use({
      url,
      simulatorUrl,
      topVideos: async (count) => {
        const query = `challenge=current&ordering=-vote_count&page_size=${count}`
        const answer = await request.get(`${web}/api/videos/?${query}`)
        return (await answer.json()).results
      },
      voteCount: async (videoId) =>
        (await (await request.get(`${web}/api/videos/${videoId}/`)).json()).vote_count,
      control: async (path, body) => {
        const answer = await request.post(`${simulatorUrl}/control/${path}`, { data: body })
        expect(answer.ok(), await answer.text()).toBe(true)
      },
    })
  },
})

/**
 * Advances a page by 15 seconds, the longest poll interval of the desks. Needs `page.clock.install()` before
 * opening.
 */
export async function passInterval(page: Page): Promise<void> {
  await page.clock.fastForward(15_000)
}

/**
 * Walks the gift dialogs: `count` gifts from a phone as typed. `beforePaying` runs before "Pay" is pressed.
 */
export async function orderGift(
  page: Page,
  count: number,
  phone: string,
  beforePaying: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page
    .getByRole('button', { name: /^Gift\b/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Select gifts' })).toBeVisible()
  await dialog.getByLabel('Or your own number').fill(String(count))
  await dialog.getByRole('button', { name: /^Continue/ }).click()
  await expect(dialog.getByRole('heading', { name: 'Confirm gifts & pay' })).toBeVisible()
  await dialog.getByLabel('M-PESA phone number').fill(phone)
  await beforePaying()
  await dialog.getByRole('button', { name: /^Pay KES/ }).click()
}

/** Opens the simulator's handset; while open, its prompts wait for a person. */
export async function openHandset(
  page: Page,
  product: Pick<Product, 'simulatorUrl'>,
  phone: string,
): Promise<void> {
  await page.goto(`${product.simulatorUrl}/phone/${phone}`)
  await expect(page.getByText('4G', { exact: true })).toBeVisible()
}

/** Types a PIN into a handset's prompt. */
export async function typePin(handset: Page, pin: string): Promise<void> {
  await handset.getByLabel('Enter M-PESA PIN').fill(pin)
  await handset.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
}
