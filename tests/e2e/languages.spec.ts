import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page, Route } from '@playwright/test'
import { type Sentence, say, sayAll } from '#lib/core/sentence.ts'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { readSentence } from '#tests/architecture/icu-message.ts'
import { allLooks, expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { openAccount, signIn } from './people.ts'

/** Pages without users' texts: all words are ours. */
const pagesOfOurs = [
  '/faq',
  '/claim',
  '/login',
  '/register',
  '/forgot-password',
  '/verify-email',
  '/cancel-withdrawal?token=x',
  '/unsubscribe?token=mx',
  '/follow-result?token=x',
  '/reset-password?token=x',
  '/unauthorized',
  '/account-deleted',
]

test.describe('a browser that prefers Swahili', () => {
  test.use({ locale: 'sw-KE', viewport: { width: 360, height: 740 }, expectedFailures: /status of 40[134]/ })

  test('reads every page in Swahili, and nothing is cut at 360 pixels', async ({ page, product }) => {
    const isEnglish = await englishOnly()
    for (const address of [...pagesOfOurs, '/no-such-step', '/no-such-file.php']) {
      await page.goto(address)
      await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      expect([address, ...(await wordsOf(page)).filter(isEnglish)]).toEqual([address])
      await expectNothingCut(page, address)
    }
    const [video] = await product.topVideos(1)
    for (const address of [
      '/',
      '/?tab=leaderboard',
      '/search',
      `/video/${video?.id}`,
      '/tally/current',
      '/results',
    ]) {
      await page.goto(address)
      await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
      await expectNothingCut(page, address)
    }
  })

  test('reads the server’s refusals in Swahili', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Barua pepe', { exact: true }).fill('nobody@example.test')
    await page.getByLabel('Nenosiri', { exact: true }).fill('a wrong passphrase')
    await page.getByRole('main').getByRole('button', { name: 'Ingia' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('nenosiri')
  })

  test('hands on an embed in Swahili', async ({ page, product }) => {
    const [video] = await product.topVideos(1)
    await page.goto(`/video/${video?.id}`)
    await page.getByRole('button', { name: 'Sambaza' }).first().click()
    await page.getByText('Kwa tovuti yako').click()
    await expect(page.getByRole('dialog')).toContainText(`/embed/${video?.id}?lang=sw"`)
  })

  test('sees accessible pages', async ({ page }) => {
    for (const address of ['/', '/faq', '/register']) {
      await page.goto(address)
      await expectAccessible(page, allLooks)
    }
  })
})

test('the header leads to the other language and back, and the device keeps it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/faq')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expectNothingCut(page, '/faq')
  const link = page.getByRole('banner').getByRole('link', { name: 'Kiswahili' })
  await expect(link).toHaveAttribute('lang', 'sw')
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maswali na majibu')
  await page.goto('/claim')
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('where the device keeps no cookies, the address names the language that is picked', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }))
  await page.goto('/claim?from=mail')
  await page.waitForLoadState('networkidle')
  await page.getByRole('banner').getByRole('link', { name: 'Kiswahili' }).click()
  await expect(page).toHaveURL('/claim?from=mail&lang=sw')
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/claim?from=mail&lang=en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('an address names its language, and search engines find both', async ({ page, product }) => {
  const addresses = (links: Element[]) =>
    links.map((link) => `${link.getAttribute('hreflang') ?? 'canonical'} ${link.getAttribute('href')}`)
  const named = () =>
    page.locator('link[rel=canonical], link[rel=alternate][hreflang]').evaluateAll(addresses)
  // The build had another address.
  const { url } = product
  const alternates = [`en ${url}/faq`, `sw ${url}/faq?lang=sw`, `x-default ${url}/faq`]
  await page.goto('/faq')
  expect(await named()).toEqual([`canonical ${url}/faq`, ...alternates])
  await page.goto('/faq?lang=sw')
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  expect(await named()).toEqual([`canonical ${url}/faq?lang=sw`, ...alternates])
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifests/sw.webmanifest')
  // The following pages too.
  await page.goto('/results')
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
})

test('who sends no cookie is answered in their first language', async ({ request }) => {
  const languageOf = async (accepted: string) => {
    const answer = await request.get('/faq', { headers: { 'accept-language': accepted } })
    return /<html lang="(\w+)"/.exec(await answer.text())?.[1]
  }
  expect(await languageOf('sw-KE,sw;q=0.9,en;q=0.8')).toBe('sw')
  expect(await languageOf('en-KE,en;q=0.9,sw;q=0.8')).toBe('en')
  expect(await languageOf('*')).toBe('en')
})

test('an address that begins with a language leads to the page in it, the home page too', async ({
  request,
}) => {
  const ledTo = async (address: string) =>
    (await request.get(address, { maxRedirects: 0 })).headers().location
  expect(await ledTo('/sw')).toBe('/?lang=sw')
  expect(await ledTo('/en/')).toBe('/?lang=en')
  expect(await ledTo('/sw/results?from=mail')).toBe('/results?from=mail&lang=sw')
  expect(await (await request.get('/sw')).text()).toContain('<html lang="sw"')
})

test('the installed app has its words in both languages, and is one', async ({ request }) => {
  const read = async (address: string) => (await request.get(address)).json()
  const [plain, en, sw] = await Promise.all(
    ['/manifest.webmanifest', '/manifests/en.webmanifest', '/manifests/sw.webmanifest'].map(read),
  )
  expect(plain).toEqual(en)
  expect([en.lang, sw.lang, en.id, sw.id]).toEqual(['en', 'sw', '/', '/'])
  expect(sw.shortcuts[0].name).toBe('Msimamo')
})

test('what is picked in the profile is the account’s, on every device', async ({ page, visitor }) => {
  const person = await openAccount(page.request)
  await signIn(page, person.email)
  await page.goto('/profile')
  await page.getByRole('main').getByRole('button', { name: 'Kiswahili' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wasifu wangu')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNothingCut(page, '/profile')

  const other = await visitor()
  await signIn(other, person.email)
  const picked = async () => (await other.context().cookies()).find(({ name }) => name === 'locale')?.value
  await expect.poll(picked).toBe('sw')
  await other.goto('/faq')
  await expect(other.locator('html')).toHaveAttribute('lang', 'sw')
})

test('a super admin reads in Swahili what the server says of tracks and of a month that is not closed', async ({
  page,
}) => {
  const admin = demoAccounts.find(({ role }) => role === 'super_admin')
  await signIn(page, admin?.email ?? '', '/superadmin', admin?.password)
  const url = new URL(page.url()).origin
  // Only for this device: other tests share the account.
  await page.context().addCookies([{ name: 'locale', value: 'sw', url }])
  await page.route('**/api/videos/track-assignments/unassigned-dancers/', async (route) => {
    const answer = await route.fetch()
    const shown = await answer.json()
    // The buttons work while submissions are open, which the demo's month may be past.
    const challenge = { ...shown.challenge, are_submissions_open: true }
    const waiting = { challenge, total_unassigned: 1, unassigned_dancers: [waitingDancer] }
    await route.fulfill({ response: answer, json: { ...shown, ...waiting } })
  })
  const month = 'November 2026 Challenge'
  const said = {
    'bulk-assign': say('assigned.many_in', { count: 6, dancers: 2, month }),
    'assign-individual': sayAll([
      say('assigned.one_to', { name: 'Otieno Waits' }),
      say('assigned.pool', { count: 2 }),
    ]),
  }
  // As the server does.
  const saidTo = (route: Route, sentence: Sentence) =>
    sentence.in(route.request().headers()['accept-language'] === 'sw' ? 'sw' : 'en')
  for (const [call, sentence] of Object.entries(said))
    await page.route(`**/api/videos/track-assignments/${call}/`, (route) => {
      const message = saidTo(route, sentence)
      return route.fulfill({ json: { message, total_assigned: 1, dancers_assigned: 1, dancers_short: 0 } })
    })
  await page.goto('/superadmin?tab=assignments')
  await page.getByRole('button', { name: 'Mgawie Otieno Waits nyimbo' }).click()
  await expect(page.getByText('Wimbo 1 umegawiwa Otieno Waits. Ni nyimbo 2 tu zilizopatikana')).toBeVisible()
  await page.getByRole('button', { name: 'Gawia wote nyimbo' }).click()
  await expect(page.getByText('Nyimbo 6 zimegawiwa wachezaji 2, Shindano la Novemba 2026.')).toBeVisible()

  await page.route('**/api/admin/challenges/', async (route) => {
    const answer = await route.fetch()
    const { results } = await answer.json()
    const short = say('prizes_short', { what: say('wallet.platform_revenue'), amount: 500 })
    const close_problem = saidTo(route, short)
    const stuck = results.map((month: object) => ({ ...month, close_problem }))
    await route.fulfill({ response: answer, json: { results: stuck } })
  })
  await page.goto('/superadmin?tab=months')
  const problem = 'Tuzo haziwezi kulipwa: Mapato ya Ngoma yamepungukiwa KES 500.'
  await expect(page.getByText(problem).first()).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})

const waitingDancer = {
  id: '01a2013b-0000-7000-8000-000000000000',
  first_name: 'Otieno',
  last_name: 'Waits',
  username: 'Otieno Waits',
  email: 'otieno@example.test',
  subscribed_at: '2026-11-22T09:00:00.000Z',
  tracks_held: 0,
}

async function expectNothingCut(page: Page, address: string): Promise<void> {
  const cut = await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth
    const inner = [
      ...document.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, label, legend, [role=tab]'),
    ]
      .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
      .filter((one) => getComputedStyle(one).display !== 'inline' && !one.classList.contains('sr-only'))
      .map((one) => one.textContent?.trim() ?? '')
    return { wide, inner }
  })
  expect([address, cut]).toEqual([address, { wide: false, inner: [] }])
}

async function wordsOf(page: Page): Promise<string[]> {
  // The other language's name is in that language.
  const text = await page.locator('body').evaluate((body) =>
    [...body.querySelectorAll('header, main')]
      .flatMap((part) => [part, ...part.querySelectorAll(':not(script)')])
      .flatMap((part) => [...part.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
      .map((node) => node.nodeValue ?? '')
      .join(' '),
  )
  const title = await page.title()
  return [...new Set(`${text} ${title}`.toLowerCase().match(/\p{L}{2,}/gu) ?? [])].filter(
    (word) => word !== 'english',
  )
}

/** Words of the English catalogue that the Swahili one lacks. */
async function englishOnly(): Promise<(word: string) => boolean> {
  const [en, sw] = await Promise.all(['en', 'sw'].map(vocabulary))
  return (word) => en?.has(word) === true && !sw?.has(word)
}

async function vocabulary(locale: string): Promise<Set<string>> {
  const file = path.join(import.meta.dirname, '..', '..', 'messages', `${locale}.json`)
  const words = new Set<string>()
  const read = (part: unknown): void => {
    if (typeof part === 'string') for (const word of readSentence(part).words) words.add(word)
    else for (const inner of Object.values(part ?? {})) read(inner)
  }
  read(JSON.parse(await readFile(file, 'utf8')))
  return words
}
