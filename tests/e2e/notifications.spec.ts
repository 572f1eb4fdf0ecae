import { expectAccessible, expectNoViolations } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { mailedLink, openAccount, signedInAs, signIn } from './people.ts'
import { inDatabase } from './submissions.ts'

// Notifications need the service worker.
test.use({ serviceWorkers: 'allow' })

/** As a transaction of the product does. */
function tell(userId: string, occasion: string, template: string, data: object) {
  return inDatabase((client) =>
    client.query(
      `INSERT INTO notification (user_id, kind, occasion, template, data) VALUES ($1, 'payout_sent', $2, $3, $4)`,
      [userId, occasion, template, data],
    ),
  )
}

test('what is new rings, is read and is chosen; the device is asked only when its owner says so', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['notifications'])
  // The headless shell has no notifications: it reports "denied" always.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
  })
  // Push services are unreachable here, so the browser's answer is faked.
  await page.addInitScript(() => {
    let current: object | null = null
    const subscription = (applicationServerKey: unknown) => ({
      endpoint: 'https://fcm.googleapis.com/fcm/send/of-a-test',
      options: { applicationServerKey },
      toJSON: () => ({
        endpoint: 'https://fcm.googleapis.com/fcm/send/of-a-test',
        keys: { p256dh: 'BAAA', auth: 'AAAA' },
      }),
      unsubscribe: async () => {
        current = null
        return true
      },
    })
    PushManager.prototype.subscribe = async (options) => {
      current = subscription(options?.applicationServerKey)
      return current as PushSubscription
    }
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null
  })
  const { email } = await openAccount(request)
  await signIn(page, email, '/faq')
  const bell = page.getByRole('button', { name: /^Notifications/ })
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await bell.click()
  await expect(list.getByText('Nothing yet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()

  const { id } = await signedInAs(page)
  const paid = { reference: 'W7K2M9QXB4A', amount: 1_500, receipt: 'SKL81H2J0Q' }
  await tell(id, 'one', 'withdrawal_paid', paid)
  await tell(id, 'two', 'withdrawal_failed', { reference: 'W8K2M9QXB4A', amount: 70 })
  await page.reload()
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
  await bell.click()
  await expect(
    list.getByRole('link', { name: /Your withdrawal of KES 1,500 was paid.*SKL81H2J0Q/ }),
  ).toBeVisible()
  await expectNoViolations(page)
  await list.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell).toHaveAccessibleName('Notifications')
  await list.getByRole('link', { name: 'All notifications' }).click()
  await page.waitForURL('/notifications')
  await expect(page.getByRole('main').getByText('Your withdrawal of KES 70 failed')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Choices' }).click()
  const results = page.getByRole('checkbox', { name: 'Result of the month: Email' })
  await expect(results).toBeChecked()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  // It changes once the choice is stored.
  await results.click()
  await saved
  await expect(results).not.toBeChecked()
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('On. This device shows what is new')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
  await page.reload()
  await expect(results).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Result of the month: Device' })).toBeChecked()

  // Speech input uses the visible text of the bell.
  for (let count = 0; count < 10; count++) await tell(id, `many ${count}`, 'withdrawal_paid', paid)
  await page.goto('/faq')
  await expect(bell).toHaveAccessibleName('Notifications, 9+ unread')
  await expect(bell).toHaveText('9+')
})

test.describe('choices that are made in quick succession', () => {
  // A test cannot hold a worker's answers.
  test.use({ serviceWorkers: 'block' })

  test('are sent one after the other, and the last one counts', async ({ page, request }) => {
    const { email } = await openAccount(request)
    await signIn(page, email, '/notifications')
    await page.getByRole('tab', { name: 'Choices' }).click()
    const results = page.getByRole('checkbox', { name: 'Result of the month: Email' })
    await expect(results).toBeChecked()
    const story: string[] = []
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/notifications/choices/', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      const choice = route.request().postDataJSON().is_on ? 'on' : 'off'
      story.push(`${choice} sent`)
      if (choice === 'off') await answered
      const response = await route.fetch()
      story.push(`${choice} answered`)
      await route.fulfill({ response })
    })
    await results.click()
    await expect(results).not.toBeChecked()
    await results.click()
    await expect(results).toBeChecked()
    answer()
    await expect.poll(() => story).toEqual(['off sent', 'off answered', 'on sent', 'on answered'])
    await page.unrouteAll({ behavior: 'wait' })
    await page.reload()
    await expect(results).toBeChecked()
  })
})

test('a voter without an account is told of the result once they have confirmed their address', async ({
  page,
  request,
}) => {
  const email = 'voter-of-results@example.test'
  await page.goto('/results')
  await page.getByRole('button', { name: 'By email' }).click()
  await expect(page.getByLabel('Your email')).toBeFocused()
  await page.getByRole('button', { name: 'Tell me', exact: true }).click()
  await expect(page.getByLabel('Your email')).toHaveAccessibleDescription(/Enter/)
  await page.getByLabel('Your email').fill(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Tell me', exact: true }).click()
  await expect(page.getByText('Open the link in the email we just sent')).toBeVisible()
  await page.goto((await mailedLink(request, email, '/follow-result')).href)
  await page.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect(page.getByRole('heading', { name: "We'll tell you" })).toBeFocused()
  await expect(page).toHaveURL('/follow-result')
})
