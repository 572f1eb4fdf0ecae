import type { Page } from '@playwright/test'
import { entriesOf } from '#components/desk/desk-entries.ts'
import { type DemoRole, demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { watchVitals } from '#tests/bench/phone/vitals.ts'
import {
  desk,
  expectAccessible,
  expectNoViolations,
  expectWholeEnlarged,
  looksOf,
  phone,
} from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { newPerson, openAccount, signInByForm } from './people.ts'

// Read-only, so both browsers share them.
test.describe.configure({ mode: 'parallel' })

const publicPages = [
  '/',
  '/?tab=leaderboard',
  '/faq',
  '/search?county=Nairobi',
  '/claim',
  '/tally/current',
  '/results',
  '/rules',
  '/status',
]

const accountPages = [
  '/login',
  '/register',
  '/forgot-password',
  '/verify-email?email=amina@example.test',
  '/cancel-withdrawal?token=x',
  '/unsubscribe?token=mx',
  '/follow-result?token=x',
  '/reset-password?token=x',
  '/unauthorized',
  '/account-deleted',
]

test.describe('every screen is accessible, on a phone and on a desk, light and dark', () => {
  // The status of /unauthorized itself.
  test.use({ expectedFailures: /status of 403/ })

  for (const path of [...publicPages, ...accountPages]) test(path, ({ page }) => inspect(page, path))

  test('a video', async ({ page, product }) => {
    const [video] = await product.topVideos(1)
    await inspect(page, `/video/${video?.id}`)
  })

  test('who dances, and to what', async ({ page, product, request }) => {
    const [video] = await product.topVideos(1)
    const { dancer, track } = await (await request.get(`/api/videos/${video?.id}/`)).json()
    for (const path of [`/dancer/${dancer.username}`, `/song/${track.id}`]) await inspect(page, path)
    await inspect(page, `/video/${video?.id}/poster`)
    await page.goto(`/song/${track.id}`)
    await page
      .getByRole('link', { name: new RegExp(`^${dancer.display_name}`) })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(dancer.display_name)
    await page
      .getByRole('link', { name: video?.title ?? '', exact: true })
      .first()
      .click()
    await expect(page).toHaveURL(`/video/${video?.id}`)
  })

  test('a printed poster fills its sheet, and no more', async ({ page, product }) => {
    const [video] = await product.topVideos(1)
    // A5 without margins, in pixels.
    const sheet = { width: 499, height: 733 }
    await page.setViewportSize(sheet)
    await page.emulateMedia({ media: 'print' })
    await page.goto(`/video/${video?.id}/poster`)
    const box = await page.getByRole('article').boundingBox()
    expect(box?.width).toBeGreaterThan(sheet.width * 0.95)
    expect(box?.height).toBeGreaterThan(sheet.height * 0.95)
    const seen = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(seen).toBeLessThanOrEqual(sheet.height)
    const file = await page.pdf({ preferCSSPageSize: true })
    expect(file.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })

  test('a dancer has a page, whatever name they chose', async ({ page, request }) => {
    for (const sign of ['Mr. Flex', '50% Flex', 'Flex?', 'Flex/Zoé', '.Flex']) {
      const person = newPerson()
      const name = `${sign} ${person.name.replace('Person ', '')}`
      const { displayName } = await openAccount(request, 'dancer', { ...person, name })
      const path = `/dancer/${encodeURIComponent(name)}`
      expect((await page.goto(path))?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(displayName)
      await expect(page).toHaveTitle(new RegExp(displayName))
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
        'href',
        new URL(path, page.url()).href,
      )
    }
  })

  test('what it costs stands in the rules', async ({ page }) => {
    await page.goto('/rules')
    for (const line of ['subscription for a month KES 1,000', 'subscription, launch offer KES 50'])
      await expect(page.getByRole('row', { name: `A dancer’s ${line}` })).toBeVisible()
  })
})

async function inspect(page: Page, path: string): Promise<void> {
  await watchShifts(page)
  await expectNoShift(page, path, phone)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expectAccessible(page, looksOf(phone))
  // axe does not run this rule by itself.
  await expectNoViolations(page, ['target-size'])
  await expectNoShift(page, path, laptop)
  await expectAccessible(page, looksOf(desk))
  await expectWholeEnlarged(page)
}

test.describe('what is not there', () => {
  test.use({ expectedFailures: /status of 404/ })

  test('an unknown path says so, with status 404 and a way back', async ({ page }) => {
    const answer = await page.goto('/no-such-step')
    expect(answer?.status()).toBe(404)
    await expect(page.getByText("Looks like this dance move doesn't exist!")).toBeVisible()
    await expect(page).toHaveTitle("Looks like this dance move doesn't exist! · Ngoma")
    await page.getByRole('main').getByRole('link', { name: /home/i }).click()
    await expect(page).toHaveURL('/')
  })

  test('an unknown file says so too', async ({ page }) => {
    const answer = await page.goto('/no-such-file.php')
    expect(answer?.status()).toBe(404)
    await expect(page.getByText("Looks like this dance move doesn't exist!")).toBeVisible()
  })

  test('an unknown dancer and song say so, with status 404', async ({ page }) => {
    expect((await page.goto('/dancer/nobody-of-this-name'))?.status()).toBe(404)
    await expect(page.getByText('Dancer not found')).toBeVisible()
    expect((await page.goto('/song/01a1f925-91af-7e3b-bd9a-ecaf8a72904f'))?.status()).toBe(404)
    await expect(page.getByText('Song not found')).toBeVisible()
  })

  test('an unknown video says so, with status 404', async ({ page }) => {
    const answer = await page.goto('/video/01a1f925-91af-7e3b-bd9a-ecaf8a72904f')
    expect(answer?.status()).toBe(404)
    await expect(page.getByText('Video not found')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/')
  })

  test('an unknown month says so, with status 404, and leads to those that are over', async ({ page }) => {
    for (const month of ['01a1f925-91af-7e3b-bd9a-ecaf8a72904f', 'october']) {
      const answer = await page.goto(`/results/${month}`)
      expect(answer?.status()).toBe(404)
      await expect(page.getByText('Results not found')).toBeVisible()
    }
    await page.getByRole('link', { name: 'All results' }).click()
    await expect(page).toHaveURL('/results')
  })

  test('a call that is not documented answers 404 in the documented shape', async ({ page }) => {
    const answer = await page.request.get('/api/no-such-call/')
    expect(answer.status()).toBe(404)
    expect(await answer.json()).toEqual({ detail: 'Not found.', code: 'not_found' })
  })
})

test.describe('what is not for one', () => {
  test.use({ expectedFailures: /status of 403/ })

  test('the refusing page has status 403 and a way on', async ({ page }) => {
    const answer = await page.goto('/unauthorized')
    expect(answer?.status()).toBe(403)
    await expect(page.getByText('not logged in')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute(
      'href',
      '/login',
    )
    await page.getByRole('main').getByRole('link', { name: /home/i }).click()
    await expect(page).toHaveURL('/')
  })
})

const pagesOf: Partial<Record<DemoRole, string[]>> = {
  dancer: ['/profile', '/upload', '/kyc-upload', '/notifications'],
  copyright_owner: ['/profile', '/musician-dashboard', '/musician-dashboard?tab=statements', '/kyc-upload'],
  compliance_officer: entriesOf('officer').map(({ id }) => `/officer?tab=${id}`),
  super_admin: [...entriesOf('superadmin').map(({ id }) => `/superadmin?tab=${id}`), '/officer'],
}

test.describe('nothing that is shown moves while a page loads', () => {
  test('on the page of a month', async ({ page }) => {
    await page.goto('/results')
    const month = page.getByRole('main').locator('a[href^="/results/"]').first()
    await expectNoShifts(page, [(await month.getAttribute('href')) ?? ''])
  })

  for (const { role, email, password } of demoAccounts.slice(0, 4).filter((one) => pagesOf[one.role]))
    test(`on the pages of ${email}`, async ({ page }) => {
      const paths = pagesOf[role] ?? []
      await signInByForm(page, email, paths[0], password)
      await expectNoShifts(page, paths)
    })
})

/** Layout shift limit, as browsers weigh it: https://web.dev/articles/cls. */
const MOST_SHIFT = 0.02
/** Taller than the other tests' desktop: more pages show their foot, which moves. */
const laptop = { width: 1440, height: 900 }

/** On a phone and on a desktop. */
async function expectNoShifts(page: Page, paths: readonly string[]): Promise<void> {
  await watchShifts(page)
  for (const size of [phone, laptop]) for (const path of paths) await expectNoShift(page, path, size)
}

declare global {
  interface Window {
    /** Calls of the API that wait for their answers. */
    openCalls: number
  }
}

/** The API is asked after the first paint, as on a slow connection. By a script, because a route would turn off the cache. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(watchVitals)
  await page.addInitScript(() => {
    const isPainted = () => performance.getEntriesByType('paint').length > 0
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const { fetch } = window
    window.openCalls = 0
    window.fetch = async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
      if (!pathname.startsWith('/api/')) return fetch(input, init)
      window.openCalls += 1
      try {
        while (!isPainted()) await nextFrame()
        return await fetch(input, init)
      } finally {
        window.openCalls -= 1
      }
    }
  })
}

/** Not "networkidle": a cached answer whose rest Next leaves unread stays open for half a minute. */
async function untilQuiet(page: Page): Promise<void> {
  const isQuiet = () => {
    const loaded = performance.getEntriesByType('resource').map((one) => one.startTime + one.duration)
    const isLoaded = document.readyState === 'complete' && window.openCalls === 0
    return isLoaded && performance.now() - Math.max(...loaded) > 500
  }
  await page.waitForFunction(isQuiet, undefined, { polling: 100 })
}

async function expectNoShift(page: Page, path: string, size: typeof phone): Promise<void> {
  await page.setViewportSize(size)
  await page.goto(path)
  await untilQuiet(page)
  const { shift, shifted } = await page.evaluate(() => window.vitals)
  expect(shift, `${path} at ${size.width}: ${shifted.join(', ')}`).toBeLessThanOrEqual(MOST_SHIFT)
}
