import { randomInt } from 'node:crypto'
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { makeFile } from '#tests/support/files.ts'
import { newYoutubeId } from '#tests/support/youtube.ts'
import { expectAccessible } from './accessible.ts'
import { openDesk } from './desk.ts'
import { expect, openHandset, test, typePin } from './fixtures.ts'
import { pressOn, tabTo, typeInto } from './keyboard.ts'
import { mailedLink, newPerson, openAccount, password, signedInAs, signIn } from './people.ts'

/** A phone with an ending that is not special to the simulator. */
const newPhone = () => `25471${randomInt(100, 1_000)}${randomInt(2_000, 10_000)}`
const pdf = {
  name: 'id.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(makeFile('application/pdf')),
}

/** By keyboard only. */
async function register(page: Page, request: APIRequestContext): Promise<void> {
  const person = newPerson()
  await page.goto('/register')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: /^Dancer/ }))
  await page.keyboard.press('Space')
  await typeInto(page, page.getByLabel('Name', { exact: true }), person.name)
  await typeInto(page, page.getByLabel('Display name'), person.displayName)
  await typeInto(page, page.getByLabel('Email'), person.email)
  await typeInto(page, page.getByLabel('Password', { exact: true }), password)
  await typeInto(page, page.getByLabel('Confirm password'), password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  await page.goto((await mailedLink(request, person.email, '/verify-email')).href)
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible()
}

/** By keyboard only: each step takes the focus, and a missing value leads back to its field. */
async function handInKyc(page: Page): Promise<void> {
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await pressOn(page, page.getByRole('button', { name: 'Save and continue' }))
  await expect(page.getByRole('region', { name: '5 things to correct' })).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: 'Full name is missing.' }))
  await expect(field('Full name *')).toBeFocused()
  await page.keyboard.type('Amina Wanjiru')
  // Month, day and year are parts of one field.
  await typeInto(page, field('Date of birth *'), '04121999')
  await typeInto(page, field('National ID number *'), String(randomInt(10_000_000, 99_999_999)))
  await typeInto(page, field('Address line 1 *'), 'Kayole Junction, Plot 7')
  await typeInto(page, field('City or town *'), 'Nairobi')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Documents' })).toBeFocused()
  for (const document of ['ID front', 'ID back', 'Passport photo']) {
    const choosing = page.waitForEvent('filechooser')
    await pressOn(page, page.getByLabel(`Choose a file: ${document}`))
    await (await choosing).setFiles(pdf)
    const slot = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: document }) })
    await expect(slot.getByRole('status')).toContainText('Uploaded')
    await expect(page.getByLabel(`Replace: ${document}`)).toBeFocused()
  }
  await pressOn(page, page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByRole('heading', { name: 'Review and submit' })).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: 'Submit for review' }))
  await expect(page.getByRole('heading', { name: 'We are checking your identity' })).toBeVisible()
}

/** Requests a prompt on the profile and pays it on the handset. */
async function subscribe(page: Page, phone: string, handset: Page): Promise<void> {
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter phone number' })
  await dialog.getByLabel('M-PESA phone number').fill(phone)
  await dialog.getByRole('button', { name: /^Pay KES/ }).click()
  await typePin(handset, '1234')
  await expect(page.getByText('You are in').first()).toBeVisible()
}

async function submitVideo(track: Locator, id: string, title = ''): Promise<void> {
  await track.getByLabel('YouTube URL').fill(`https://youtu.be/${id}?si=shared`)
  if (title) await track.getByLabel('Title (optional)').fill(title)
  await expect(track.getByRole('region', { name: 'This will be submitted' })).toContainText(id)
  await track.getByRole('button', { name: 'Submit Video' }).click()
  await expect(track.getByText('✓ Submitted')).toBeVisible()
}

/**
 * Delays the page's first answer about tracks, from before the draw, until the socket has reported the draw.
 */
async function holdFirstTracks(page: Page): Promise<void> {
  const drawn = Promise.withResolvers<void>()
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(String(payload))
      if (message.type === 'tracks_assigned' && message.count === 3) drawn.resolve()
    }),
  )
  await page.route(
    '**/api/videos/my-track-assignments/',
    async (route) => {
      const response = await route.fetch()
      await drawn.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
}

test('a dancer comes from nowhere to three videos in the feed', async ({
  page,
  visitor,
  request,
  product,
}) => {
  const desk = await openDesk(request)
  const main = page.getByRole('main')

  await test.step('registers, and verifies by the mail', () => register(page, request))

  await test.step('passes KYC', async () => {
    await page.goto('/upload')
    await main.getByRole('link', { name: 'Start KYC Process' }).click()
    await handInKyc(page)
    await page.goto('/upload')
    await expect(main.getByRole('button', { name: 'Under Review' })).toBeDisabled()
    await desk.approveKyc((await signedInAs(page)).id)
    await page.reload()
    await expect(main.getByRole('heading', { name: 'Join the Challenge to Upload' })).toBeVisible()
  })

  await test.step('pays by a prompt, and an open upload page receives three tracks by itself', async () => {
    const [phone, handset, waiting] = [newPhone(), await visitor(), await page.context().newPage()]
    await openHandset(handset, product, phone)
    await holdFirstTracks(waiting)
    await waiting.goto('/upload')
    await expect(waiting.getByRole('heading', { name: 'Join the Challenge to Upload' })).toBeVisible()
    await main.getByRole('link', { name: 'Join in my profile' }).click()
    await subscribe(page, phone, handset)
    // Drawn by the worker, which may be busy.
    await expect(waiting.getByText('0/3 submitted')).toBeVisible({ timeout: 30_000 })
    await expect(waiting.getByRole('article')).toHaveCount(3)
    await waiting.close()
    await main.getByRole('link', { name: 'Go to your tracks' }).click()
  })

  const tracks = main.getByRole('article')
  const ids = [newYoutubeId(), newYoutubeId(), newYoutubeId('private')] as const

  await test.step('hears what is missing, and loses nothing on a reload', async () => {
    await expect(tracks).toHaveCount(3)
    const first = tracks.nth(0)
    await first.getByRole('button', { name: 'Submit Video' }).click()
    await expect(first.getByRole('alert')).toHaveText('Please enter a YouTube URL for this track')
    await expect(first.getByLabel('YouTube URL')).toBeFocused()
    await first.getByLabel('YouTube URL').fill(`https://youtu.be/${ids[0]}`)
    await page.reload()
    await expect(first.getByLabel('YouTube URL')).toHaveValue(`https://youtu.be/${ids[0]}`)
  })

  await test.step('submits three videos', async () => {
    await submitVideo(tracks.nth(0), ids[0], 'Kayole by night')
    await expect(page.getByText('Video submitted!')).toBeVisible()
    await expect(main.getByText('1/3 submitted')).toBeVisible()
    await submitVideo(tracks.nth(1), ids[1])
    await submitVideo(tracks.nth(2), ids[2])
    await expect(page.getByText('Submitted (metadata pending)')).toBeVisible()
    await expect(main.getByText('3/3 submitted')).toBeVisible()
  })

  const mine = async () => {
    const { headers } = await signedInAs(page)
    const answer = await request.get('/api/videos/my-videos/', { headers })
    return (await answer.json()).results as { id: string; title: string; youtube_video_id: string }[]
  }

  await test.step('reads why one is rejected, and submits another', async () => {
    const rejected = (await mine()).find(({ youtube_video_id }) => youtube_video_id === ids[2])
    await desk.rejectVideo(rejected?.id ?? '', 'We cannot see it: it is private.')
    await page.reload()
    await expect(tracks.nth(2)).toContainText('We cannot see it: it is private.')
    await expect(main.getByText('2/3 submitted')).toBeVisible()
    await submitVideo(tracks.nth(2), newYoutubeId(), 'Once more')
  })

  await test.step('and each approved one shows in the feed', async () => {
    const waiting = (await mine()).filter(({ youtube_video_id }) => youtube_video_id !== ids[2])
    expect(waiting.map(({ title }) => title).sort()).toEqual([
      `A dance on YouTube ${ids[1]}`,
      'Kayole by night',
      'Once more',
    ])
    for (const { id } of waiting) await desk.approveVideo(id)
    const home = await visitor()
    for (const { id } of waiting) {
      await expect(async () => {
        await home.goto('/')
        await expect(home.getByTestId(`votes-${id}`).first()).toBeAttached({ timeout: 2_000 })
      }).toPass()
    }
    await page.reload()
    await expect(main.getByRole('link', { name: 'See my video' })).toHaveCount(3)
  })
})

test.describe('the upload page is accessible in each state, on a phone and on a desk', () => {
  test('at the first gate', async ({ page, request }) => {
    const { email } = await openAccount(request)
    await signIn(page, email, '/upload')
    await expect(page.getByRole('link', { name: 'Start KYC Process' })).toBeVisible()
    await expectAccessible(page)
  })

  test('with tracks, one submitted, one being filled in', async ({ page }) => {
    const dancer = demoAccounts.find(({ role }) => role === 'dancer')
    await signIn(page, dancer?.email ?? '', '/upload', dancer?.password)
    const open = page.getByRole('article').filter({ has: page.getByLabel('YouTube URL') })
    await open.first().getByRole('button', { name: 'Submit Video' }).click()
    await open.last().getByLabel('YouTube URL').fill(`https://youtu.be/${newYoutubeId()}`)
    await expect(page.getByRole('region', { name: 'This will be submitted' })).toBeVisible()
    await expectAccessible(page)
  })

  test.describe('when nothing loads', () => {
    test.use({ expectedFailures: /status of 500/ })

    test('it says so, and Retry brings it back', async ({ page }) => {
      const dancer = demoAccounts.find(({ role }) => role === 'dancer')
      let isBroken = true
      await page.route('**/api/videos/my-track-assignments/', (route) =>
        isBroken ? route.fulfill({ status: 500, json: { detail: 'of the test' } }) : route.continue(),
      )
      await signIn(page, dancer?.email ?? '', '/upload', dancer?.password)
      await expect(page.getByText('Your tracks could not be loaded.')).toBeVisible()
      await expectAccessible(page)
      // While nothing loads: the socket may bring the tracks too, which removes the button.
      await page.getByRole('button', { name: 'Retry' }).click()
      isBroken = false
      await expect(page.getByRole('heading', { name: 'Your tracks' })).toBeVisible()
    })
  })
})
