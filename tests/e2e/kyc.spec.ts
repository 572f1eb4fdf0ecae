import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { brokenFiles, makeFile } from '#tests/support/files.ts'
import { expectAccessible } from './accessible.ts'
import { openDesk } from './desk.ts'
import { expect, test } from './fixtures.ts'
import { openAccount, signIn } from './people.ts'
import { measurePicture, takePhoto } from './pictures.ts'

const person = {
  'Full name *': 'Amina Wanjiru',
  'Date of birth *': '1999-04-12',
  'National ID number *': String(randomInt(10_000_000, 99_999_999)),
  'Address line 1 *': 'Kayole Junction, Plot 7',
  'City or town *': 'Nairobi',
}

async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value)
}

const idOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').id)

const document = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })

test.describe('the identity check', () => {
  // A file that the store refuses once.
  test.use({ expectedFailures: /status of 400/ })

  test('a dancer fills it in, is turned down with reasons beside the fields, and passes at last', async ({
    page,
    request,
  }) => {
    test.setTimeout(180_000)
    const desk = await openDesk(request)
    const { email } = await openAccount(request)
    await signIn(page, email, '/kyc-upload')
    const goOn = page.getByRole('button', { name: 'Save and continue' })
    const heading = page.getByRole('heading', { level: 2 })

    await test.step('nothing goes on without the required fields, and nobody under 18', async () => {
      await goOn.click()
      const sum = page.getByRole('region', { name: /things to correct$/ })
      await expect(sum).toBeFocused()
      await expect(sum).toHaveAccessibleName('5 things to correct')
      await expectAccessible(page)
      await sum.getByRole('button', { name: 'City or town is missing.' }).click()
      await expect(page.getByLabel('City or town *')).toBeFocused()
      await fill(page, { 'Full name *': person['Full name *'] })
      await expect(page.getByText('Full name is missing.')).toHaveCount(0)
      await expect(sum).toHaveAccessibleName('4 things to correct')
      await fill(page, { ...person, 'Date of birth *': '2015-01-01' })
      await expect(sum).toHaveCount(0)
      await goOn.click()
      await expect(page.getByLabel('Date of birth *')).toHaveAccessibleDescription(
        'As on your ID. Ngoma is for people of 18 and older. You must be 18 or older.',
      )
      await expect(page.getByLabel('Date of birth *')).toBeFocused()
    })

    await test.step('what was typed is there after a reload', async () => {
      await expect(page.getByText('Saved. You can continue later from here.')).toBeVisible()
      await page.reload()
      await expect(page.getByLabel('Full name *')).toHaveValue(person['Full name *'])
      await fill(page, { 'Date of birth *': person['Date of birth *'] })
      await goOn.click()
      await expect(heading).toContainText('Documents')
      await expect(page).toHaveURL('/kyc-upload?step=documents')
    })

    await test.step('what is no document is refused at once', async () => {
      const pick = page.getByLabel('Choose a file: ID front')
      await pick.setInputFiles({ name: 'id.txt', mimeType: 'text/plain', buffer: Buffer.from('id') })
      await expect(document(page, 'ID front').getByRole('alert')).toHaveText(
        'Invalid file typePlease select an image or PDF file',
      )
      const large = Buffer.alloc(10 * 1024 * 1024 + 1)
      await pick.setInputFiles({ name: 'id.png', mimeType: 'image/png', buffer: large })
      await expect(document(page, 'ID front').getByRole('alert')).toHaveText(
        'File too largePlease select a file smaller than 10MB',
      )
      const broken = [
        ['locked.pdf', brokenFiles.lockedPdf, 'This PDF is locked with a password'],
        ['empty.pdf', brokenFiles.emptyPdf, 'This PDF has no pages'],
        ['huge.png', brokenFiles.hugePng, 'This picture has too many pixels'],
        ['cut.jpg', brokenFiles.cutJpeg, 'This file cannot be opened'],
        ['three.jpg', brokenFiles.threeBytes, 'This file cannot be opened'],
      ] as const
      for (const [name, buffer, title] of broken) {
        await pick.setInputFiles({ name, mimeType: '', buffer: Buffer.from(buffer) })
        await expect(document(page, 'ID front').getByRole('alert')).toContainText(title)
      }
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(
        page.getByText('Please upload the following required documents: ID front, ID back, Passport photo'),
      ).toBeVisible()
    })

    await test.step('a photo is made smaller, and sent again when the store refused it', async () => {
      const toStore = (url: URL) => url.searchParams.has('X-Amz-Signature')
      await page.route(toStore, (route) =>
        route.fulfill({ status: 400, headers: { 'access-control-allow-origin': '*' }, body: '' }),
      )
      const front = document(page, 'ID front')
      await page.getByLabel('Choose a file: ID front').setInputFiles(await takePhoto(page, 'front.jpeg'))
      await expect(front.getByRole('alert')).toContainText('Failed to upload front.jpeg')
      await expect(front.getByRole('alert')).toContainText('Upload failed: ')
      await expectAccessible(page)
      await page.unroute(toStore)
      await front.getByRole('button', { name: 'Retry' }).click()
      await expect(front.getByText('Uploaded')).toBeVisible()
      const shown = (await front.locator('img').getAttribute('src')) ?? ''
      expect(await measurePicture(page, shown)).toEqual([2_000, 1_333])
    })

    await test.step('a HEIC picture, which this browser cannot open, is converted by the server', async () => {
      const back = document(page, 'ID back')
      const heic = { name: 'IMG_1.HEIC', mimeType: '', buffer: Buffer.from(makeFile('image/heic')) }
      await page.getByLabel('Choose a file: ID back').setInputFiles(heic)
      // The worker draws the dances' pictures first.
      await expect(back.getByText('IMG_1.jpg')).toBeVisible({ timeout: 60_000 })
    })

    await test.step('three documents lead to the review, and a reload comes back to it', async () => {
      const pdf = {
        name: 'back.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(makeFile('application/pdf')),
      }
      await page.getByLabel('Replace: ID back').setInputFiles(pdf)
      await page
        .getByLabel('Choose a file: Passport photo')
        .setInputFiles(await takePhoto(page, 'me.jpg', 900, 1200))
      await expect(page.getByText('Uploaded')).toHaveCount(3)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(heading).toContainText('Review and submit')
      // A PDF has no picture here.
      for (const name of ['ID front', 'Passport photo'])
        await expect(page.getByRole('img', { name })).toHaveJSProperty('complete', true)
      await expect(page.getByRole('main').getByRole('img')).toHaveCount(2)
      await page.goto('/kyc-upload')
      await expect(heading).toContainText('Review and submit')
      await expect(page.getByText('back.pdf')).toBeVisible()
      // The pictures are the stored ones now.
      await expect(page.getByRole('main').getByRole('img')).toHaveCount(2)
      await expectAccessible(page)
    })

    await test.step('submitted, it is locked', async () => {
      await page.getByRole('button', { name: 'Submit for review' }).click()
      await expect(page.getByRole('heading', { name: 'We are checking your identity' })).toBeVisible()
      await expect(page.getByRole('main')).toContainText('2-3 business days')
      await expectAccessible(page)
      await page.goto('/profile')
      await expect(page.getByText('Under Review')).toBeVisible()
      await expect(page.getByText('Opens once your identity is approved.', { exact: true })).toBeVisible()
    })

    await test.step("the officer's reasons stand beside what they are about", async () => {
      await desk.rejectKyc(await idOf(page), 'We could not read your ID.', {
        national_id: 'One digit is missing.',
        id_front: 'The corner is cut off.',
      })
      await page.reload()
      await expect(page.getByText('We could not read your ID.')).toBeVisible()
      await page.getByRole('link', { name: 'Resubmit KYC' }).click()
      await expect(page.getByRole('heading', { name: 'Your submission was not accepted' })).toBeVisible()
      await expect(page.getByText('We could not read your ID.')).toBeVisible()
      const field = page.getByLabel('National ID number *')
      await expect(field).toHaveAccessibleDescription(/From the review: One digit is missing\.$/)
      await expect(page.getByLabel('City or town *')).toHaveAccessibleDescription('')
      await expectAccessible(page)
      await field.fill(`${person['National ID number *']}1`)
      await goOn.click()
      await expect(document(page, 'ID front')).toContainText('From the review: The corner is cut off.')
    })

    await test.step('a replacement that did not arrive holds it up, until the stored one is kept or it arrives', async () => {
      const toStore = (url: URL) => url.searchParams.has('X-Amz-Signature')
      await page.route(toStore, (route) =>
        route.fulfill({ status: 400, headers: { 'access-control-allow-origin': '*' }, body: '' }),
      )
      const [front, back] = [document(page, 'ID front'), document(page, 'ID back')]
      await page.getByLabel('Replace: ID front').setInputFiles(await takePhoto(page, 'whole.jpg', 1_200, 800))
      await page.getByLabel('Replace: ID back').setInputFiles(await takePhoto(page, 'other.jpg', 1_200, 800))
      await expect(front.getByRole('alert')).toContainText('Failed to upload whole.jpg')
      await expect(back.getByRole('alert')).toContainText('Failed to upload other.jpg')
      await page.unroute(toStore)
      await page.getByRole('button', { name: 'Continue' }).click()
      const refusal = 'Not uploaded: ID front, ID back. Retry, or keep what was uploaded before.'
      await expect(page.getByText(refusal)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Review and submit' }).click()
      await expect(page.getByText(refusal)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Submit for review' })).toBeDisabled()
      await page.getByRole('button', { name: 'Change: Documents' }).click()
      const keep = back.getByRole('button', { name: 'Keep back.pdf' })
      await keep.click()
      await expect(back.getByRole('alert')).toHaveCount(0)
      await expect(back.getByRole('heading')).toBeFocused()
      // An invalid file is not skipped either.
      const text = { name: 'id.txt', mimeType: 'text/plain', buffer: Buffer.from('id') }
      await page.getByLabel('Replace: ID back').setInputFiles(text)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(page.getByText(refusal)).toBeVisible()
      await keep.click()
      await expect(back.getByRole('alert')).toHaveCount(0)
      await front.getByRole('button', { name: 'Retry' }).click()
      await expect(front.getByText(/^whole\.jpg · /)).toBeVisible()
    })

    await test.step('changed and submitted again, it is approved, and the profile opens', async () => {
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: 'Submit for review' }).click()
      await expect(page.getByRole('heading', { name: 'We are checking your identity' })).toBeVisible()
      await desk.approveKyc(await idOf(page))
      await page.reload()
      await expect(heading).toHaveText('Your identity is confirmed')
      await page.getByRole('link', { name: 'Go to your profile' }).click()
      await expect(page.getByText('Approved', { exact: true })).toBeVisible()
      await expect(page.getByText('Balance', { exact: true })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible()
    })
  })
})

test('a musician is asked for their rights as well', async ({ page, request }) => {
  const { email } = await openAccount(request, 'copyright_owner')
  await signIn(page, email, '/kyc-upload')
  await fill(page, person)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  const sum = page.getByRole('region', { name: '4 things to correct' })
  await expect(sum).toBeFocused()
  await expect(sum.getByRole('button')).toHaveText([
    'IPI number is missing.',
    'Publisher name is missing.',
    'Society is missing.',
    'PRO affiliation is missing.',
  ])
  await page.goto('/kyc-upload?step=review')
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Personal info')
})
