import type { Page } from '@playwright/test'
import { demoAccounts } from '#prisma/seed/demo-accounts.ts'
import { id3Tag, mp3Of, wavOf } from '#tests/support/sound-files.ts'
import { newYoutubeId } from '#tests/support/youtube.ts'
import { expectAccessible } from './accessible.ts'
import { openDesk } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { handInIdentity } from './identity.ts'
import { openAccount, signedInAs, signIn } from './people.ts'

const song = {
  name: 'track_01.mp3',
  mimeType: 'audio/mpeg',
  buffer: Buffer.concat([id3Tag({ TIT2: 'Usiku wa Manane', TPE1: 'Amina' }), mp3Of(3)]),
}
const lie = { name: 'lie.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from(wavOf(1)) }

test.describe('a musician', () => {
  // An invalid file is refused, and the connection cut, on purpose.
  test.use({ expectedFailures: /status of 400|ERR_INTERNET_DISCONNECTED/ })

  test('passes KYC, uploads a song while looking around, and sees it approved, then retires it', async ({
    page,
    request,
  }) => {
    const desk = await openDesk(request)
    const { email } = await openAccount(request, 'copyright_owner')
    await signIn(page, email, '/musician-dashboard')
    await expect(page.getByRole('link', { name: 'Start KYC Process' })).toBeVisible()
    await expect(page.getByText('Uploading opens once your KYC is approved.')).toBeVisible()

    const me = await signedInAs(page)
    await handInIdentity(request, me)
    await page.reload()
    await expect(page.getByText('We are checking your identity')).toBeVisible()
    await desk.approveKyc(me.id)
    await page.reload()
    await expect(page.getByText('3 places left of 3')).toBeVisible()

    await page.getByRole('button', { name: 'Upload track' }).click()
    await expect(page.getByText('Please choose an MP3 file.')).toBeVisible()
    const picker = page.getByLabel(/^Choose (another )?file$/)
    await picker.setInputFiles({ name: 'song.wav', mimeType: 'audio/wav', buffer: lie.buffer })
    await expect(page.getByText('Please upload an MP3 audio file (.mp3)')).toBeVisible()

    await picker.setInputFiles(song)
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Usiku wa Manane')
    await expect(page.getByLabel('Artist')).toHaveValue('Amina')
    await page.getByLabel('Tags (optional)').fill('benga, Kisumu')
    const mend = await cutConnection(page)
    await page.getByRole('button', { name: 'Upload track' }).click()
    await expect(page.getByRole('heading', { name: 'Uploading “Usiku wa Manane”' })).toBeVisible()
    await page.getByRole('link', { name: 'Ngoma, to the home page' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('link', { name: /“Usiku wa Manane”/ }).click()
    await expect(page.getByRole('heading', { name: 'Uploading “Usiku wa Manane”' })).toBeVisible()
    await expect(page.getByText('The upload continues where it stopped')).toBeVisible()
    await mend()
    await expect(page.getByRole('heading', { name: '“Usiku wa Manane” is uploaded' })).toBeVisible()

    await page.getByRole('button', { name: 'See it in My Tracks' }).click()
    await expect(page).toHaveURL('/musician-dashboard?tab=tracks')
    const card = page.getByRole('article', { name: 'Usiku wa Manane' })
    await expect(card.getByText('Pending', { exact: true })).toBeVisible()
    await expect(card).toContainText('Kisumu')
    await card.getByRole('button', { name: 'Play Usiku wa Manane' }).click()
    await expect(card.getByRole('button', { name: 'Pause Usiku wa Manane' })).toBeVisible()

    const known = await request.get('/api/tracking/tracks/my-tracks/', { headers: me.headers })
    const [track] = (await known.json()).results
    await desk.decideTrack(track.id, 'APPROVED', 'Approved by compliance officer')
    await expect(card.getByText('Approved', { exact: true })).toBeVisible({ timeout: 25_000 })

    await page.getByRole('tab', { name: 'Video', exact: true }).click()
    const url = page.getByLabel('YouTube URL')
    await page.getByLabel('Track', { exact: true }).selectOption('Usiku wa Manane')
    await page.getByRole('button', { name: 'Submit Video' }).click()
    await expect(url).toBeFocused()
    await url.fill('https://example.com/watch')
    await page.getByRole('button', { name: 'Submit Video' }).click()
    await expect(url).toHaveAccessibleDescription(
      /We don’t know this kind of YouTube link\. Copy one like youtube\.com/,
    )
    await url.fill(`https://youtu.be/${newYoutubeId()}`)
    await page.getByRole('button', { name: 'Submit Video' }).click()
    await expect(page.getByText('Video submitted!')).toBeVisible()
    await expect(url).toHaveValue('')
    await expect(page.getByLabel('Track', { exact: true })).toHaveValue(track.id)
    await page.getByRole('tab', { name: 'My Tracks' }).click()

    await card.getByRole('button', { name: 'Retire Usiku wa Manane' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Retire track' }).click()
    await expect(card.getByText('Retired', { exact: true })).toBeVisible()
    // Its button is gone: the focus moves to the track.
    await expect(card.getByRole('heading')).toBeFocused()

    await page.getByRole('tab', { name: 'Upload Audio' }).click()
    await page.getByRole('button', { name: 'Upload another' }).click()
    await picker.setInputFiles(lie)
    await page.getByRole('button', { name: 'Upload track' }).click()
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Upload failed' })).toBeVisible()
    await expect(main.getByRole('alert')).toHaveText('Please upload an MP3 audio file (.mp3)')

    await main.getByRole('button', { name: 'Change the form' }).click()
    await picker.setInputFiles({ ...song, name: 'second.mp3' })
    await page.getByLabel('Title', { exact: true }).fill('Machweo')
    // Another tab loses neither the typed text nor the file.
    await page.getByRole('tab', { name: 'My Tracks' }).click()
    await page.getByRole('tab', { name: 'Upload Audio' }).click()
    await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Machweo')
    // The track is created, and the answer is lost.
    const complete = '**/upload/*/complete/'
    await page.route(
      complete,
      async (route) => {
        await route.fetch()
        await route.abort('internetdisconnected')
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Upload track' }).click()
    await expect(main.getByRole('heading', { name: 'Upload failed' })).toBeVisible()
    const sent: string[] = []
    page.on('request', (one) => {
      if (one.method() === 'PUT') sent.push(one.url())
    })
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main.getByRole('heading', { name: '“Machweo” is uploaded' })).toBeVisible()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'See it in My Tracks' }).click()
    await expect(page.getByRole('article', { name: 'Machweo' })).toHaveCount(1)
    const second = page.getByRole('article', { name: 'Machweo' })
    await second.getByRole('button', { name: 'Delete Machweo' }).click()
    await expect(page.getByText('“Machweo” is deleted.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo deleting Machweo' }).click()
    await expect(page.getByRole('listitem').filter({ has: second })).toBeFocused()
    await second.getByRole('button', { name: 'Delete Machweo' }).click()
    // Leaving the page deletes at once.
    await page.goto('/faq')
    await expect
      .poll(async () => {
        const left = await request.get('/api/tracking/tracks/my-tracks/', { headers: me.headers })
        return (await left.json()).results.map(({ title }: { title: string }) => title)
      })
      .toEqual(['Usiku wa Manane'])
  })
})

/** Cuts the connection to the store until the returned function is called. */
async function cutConnection(page: Page): Promise<() => Promise<void>> {
  const store = /\/incoming\//
  await page.route(store, (route) => route.abort('internetdisconnected'))
  return async () => {
    await page.unroute(store)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
  }
}

test.describe('with the demo musician', () => {
  const musician = demoAccounts.find(({ role }) => role === 'copyright_owner')
  const open = (page: Page, path: string) => signIn(page, musician?.email ?? '', path, musician?.password)

  test('at the limit the arithmetic is told, and each part is accessible', async ({ page }) => {
    await open(page, '/musician-dashboard')
    await expect(page.getByRole('heading', { name: 'Upload Limit Exceeded' })).toBeVisible()
    await expect(page.getByText('exceeded maximum limit of 3 audio tracks, delete 1 track(s)')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'My Tracks' }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Video', exact: true }).click()
    await page.getByRole('button', { name: 'Submit Video' }).click()
    await expect(page.getByText('Track ID and YouTube URL are required')).toHaveCount(2)
    await expectAccessible(page)
    await page.goBack()
    await expect(page).toHaveURL('/musician-dashboard?tab=tracks')
  })
})
