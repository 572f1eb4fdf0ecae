import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'

/** Where the product answers, and where pictures go. */
export type Place = { readonly url: string; readonly folder: string }

const QUALITY = 78
const themes = ['light', 'dark'] as const
/** As wide as a README at most. */
const size = { width: 1_280, height: 800 }

/** Writes `home-light.webp`, `home-dark.webp`, `desk-light.webp` and `desk-dark.webp`. */
export async function takeScreenshots(browser: Browser, { url, folder }: Place): Promise<void> {
  for (const colorScheme of themes) {
    const context = await browser.newContext({ baseURL: url, colorScheme, viewport: size })
    const take = async (name: string, page: Page) => {
      const file = path.join(folder, `${name}-${colorScheme}.webp`)
      writeFileSync(
        file,
        await sharp(await page.screenshot())
          .webp({ quality: QUALITY, effort: 6 })
          .toBuffer(),
      )
    }
    await take('home', await openHome(context))
    await take('desk', await openDesk(context))
    await context.close()
  }
}

async function openHome(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

async function openDesk(context: BrowserContext): Promise<Page> {
  const admin = demoAccounts.find(({ role }) => role === 'super_admin')
  const page = await context.newPage()
  await page.goto(`/login?next=${encodeURIComponent('/superadmin')}`)
  await page.getByLabel('Email', { exact: true }).fill(admin?.email ?? '')
  await page.getByLabel('Password', { exact: true }).fill(admin?.password ?? '')
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/superadmin')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  return page
}
