import { afterAll, beforeAll, expect, test } from 'vitest'
import { db, firstRow, rows } from '#lib/core/db.ts'
import { assignMissingTracks, assignTracks } from '#lib/domain/assignments/commands.ts'
import { mailsWhenQuiet } from '#tests/support/accounts.ts'
import { addTracks, newDancer, pressSubscribe, untilPayment, untilTracks } from '#tests/support/dancers.ts'
import { mailsTo, startMailbox, untilMailed } from '#tests/support/mailbox.ts'
import { setUpMoney } from '#tests/support/money.ts'
import { sendHeld } from '#tests/support/notifications.ts'

const money = setUpMoney()
const ends: (() => Promise<void>)[] = []
beforeAll(async () => {
  ends.push(await startMailbox())
  await addTracks(2)
})
afterAll(async () => {
  for (const end of ends) await end()
})

test('a dancer is told once that the subscription is paid, and each time that tracks are drawn', async () => {
  const dancer = await newDancer()
  const person = await firstRow<{ email: string }>(db(), 'SELECT email FROM app_user WHERE id = $1', [
    dancer.id,
  ])
  const email = person?.email ?? ''
  await pressSubscribe(dancer, money.month)
  await untilPayment(dancer, 'credited')
  await untilTracks(dancer, 2)
  await sendHeld()
  await untilMailed(email, 2)
  const [assigned, paid] = (await mailsTo(email)).sort((a, b) => (a.subject > b.subject ? 1 : -1))
  expect(paid?.subject).toBe('You’re in: The month')
  expect(paid?.text).toContain('- Paid: KES 1,000')
  expect(paid?.text).toContain(`- M-PESA receipt: ${money.paymentsOf(dancer.phone)[0]?.receipt}`)
  const drawn = await rows<{ title: string; artist: string }>(
    db(),
    'SELECT t.title, t.artist FROM track_assignment a JOIN track t ON t.id = a.track_id WHERE a.dancer_id = $1',
    [dancer.id],
  )
  expect(assigned?.subject).toBe('Your tracks for The month')
  for (const { title, artist } of drawn) expect(assigned?.text).toContain(`- ${title}: ${artist}`)

  // Nothing new, no mail; the pool grows, and only what is new is told.
  await assignTracks(money.month.id, dancer.id)
  expect(await mailsWhenQuiet(email)).toBe(2)
  await addTracks(1)
  await assignMissingTracks()
  await sendHeld()
  const more = await untilMailed(email, 3)
  expect(more.text.match(/^- /gm)).toHaveLength(1)
})
