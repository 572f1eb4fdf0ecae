import { randomBytes } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { z } from 'zod'
import { IDLE_WARNED, LAST_ACTIVITY, toSignedInUser } from '#lib/client/session/change-session.ts'
import { ACCESS, REFRESH, USER } from '#lib/client/session/session.ts'

export const password = 'a Long enough passphrase'

/** A new person. */
export function newPerson() {
  const mark = randomBytes(5).toString('hex')
  return { name: `Person ${mark}`, displayName: `Amina ${mark}`, email: `person-${mark}@example.test` }
}
export type Person = ReturnType<typeof newPerson>

const mails = z.array(z.object({ to: z.array(z.object({ address: z.string() })), text: z.string() }))

/** Waits for the mail whose link opens `path`. @returns the newest such link */
export async function mailedLink(request: APIRequestContext, email: string, path: string): Promise<URL> {
  let link = ''
  await expect
    .poll(async () => {
      const all = mails.parse(await (await request.get(`${process.env.NGOMA_E2E_MAIL_URL}/api/email`)).json())
      const texts = all
        .filter(({ to }) => to.some(({ address }) => address === email))
        .map(({ text }) => text)
      const links = texts.flatMap((text) => text.match(/https?:\/\/\S+/g) ?? [])
      link = links.findLast((one) => new URL(one).pathname === path) ?? ''
      return link
    })
    .not.toBe('')
  return new URL(link)
}

/** Registers by the call only; the account begins with the mailed link. */
export async function signUp(
  request: APIRequestContext,
  role: 'dancer' | 'copyright_owner' = 'dancer',
  person: Person = newPerson(),
): Promise<Person> {
  const [first_name, last_name] = person.displayName.split(' ')
  const registered = await request.post('/api/users/auth/register/', {
    data: {
      username: person.name,
      email: person.email,
      password,
      password_confirm: password,
      first_name,
      last_name,
      role,
    },
  })
  expect(registered.ok(), await registered.text()).toBe(true)
  return person
}

/** A verified account, by calls only. */
export async function openAccount(
  request: APIRequestContext,
  role: 'dancer' | 'copyright_owner' = 'dancer',
  chosen: Person = newPerson(),
): Promise<Person> {
  const person = await signUp(request, role, chosen)
  const link = await mailedLink(request, person.email, '/verify-email')
  const verified = await request.post('/api/users/auth/verify-email/', {
    data: { token: link.searchParams.get('token'), password },
  })
  expect(verified.ok(), await verified.text()).toBe(true)
  return person
}

/** By the login form, until done. @param path login's target */
export async function signInByForm(page: Page, email: string, path = '/', secret = password): Promise<void> {
  await page.goto(`/login?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(path)
}

/** By the login form's calls, then opens a page. Faster: only tests of signing in use `signInByForm`. */
export async function signIn(page: Page, email: string, path = '/', secret = password): Promise<void> {
  const { request } = page.context()
  // A page without scripts: the product's own would react while the session is stored.
  await page.goto('/robots.txt')
  const known = await page.evaluate(() => localStorage.getItem('device_token') ?? undefined)
  const login = await request.post('/api/users/auth/login/', {
    data: { email, password: secret, device_token: known },
  })
  expect(login.ok(), await login.text()).toBe(true)
  const { access, refresh, user, device_token } = await login.json()
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const opened = await request.post('/api/auth/callback/credentials', {
    form: { csrfToken, access, json: 'true' },
  })
  expect(opened.ok(), await opened.text()).toBe(true)
  const session = {
    [ACCESS]: access,
    [REFRESH]: refresh,
    [USER]: JSON.stringify(toSignedInUser(user)),
    ...(device_token ? { device_token } : {}),
  }
  await page.evaluate(
    ([entries, former]) => {
      for (const key of former) localStorage.removeItem(key)
      for (const [key, value] of entries) localStorage.setItem(key, value)
    },
    [Object.entries<string>(session), [LAST_ACTIVITY, IDLE_WARNED]] as const,
  )
  await page.goto(path)
}

/**
 * Removes the session but not the device's data. On a page without scripts: the product's own would make
 * failing calls meanwhile.
 */
export async function loseSession(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    for (const key of ['auth_token', 'refresh_token', 'user']) localStorage.removeItem(key)
  })
  await page.context().clearCookies()
}

export type SignedIn = { id: string; headers: { authorization: string } }

/** For calls of the test. */
export async function signedInAs(page: Page): Promise<SignedIn> {
  const [access, user] = await page.evaluate(() => [
    localStorage.getItem('auth_token') ?? '',
    localStorage.getItem('user') ?? '{}',
  ])
  return { id: JSON.parse(user ?? '{}').id, headers: { authorization: `Bearer ${access}` } }
}
