// No mail server here: what happens to links that cannot go out.

import { afterAll, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { newId } from '#lib/core/ids.ts'
import { transaction } from '#lib/core/outbox.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { mailLink } from '#lib/domain/accounts/mail-link.ts'
import { mailRegistrationLink, mailStatus } from '#lib/domain/accounts/mail-registration.ts'
import { createLink, findLinkOwner } from '#lib/domain/accounts/mailed-links.ts'
import { createRegistrationLink, findByLink, storeRegistration } from '#lib/domain/accounts/registrations.ts'
import { mailsTo, startMailbox } from '#tests/support/mailbox.ts'
import { createPerson } from '#tests/support/people.ts'

afterAll(async () => {
  await Promise.all([closeDb(), closeRedis()])
})

const ask = (email: string, requestedAt = now()) =>
  mailLink({ email, purpose: 'reset_password', requestedAt: requestedAt.toISOString() })

test('a link that cannot go out is tried again, neither counts nor ends the one before', async () => {
  const { id, email } = await createPerson('dancer')
  const before = await createLink(id, 'reset_password', addSeconds(now(), -60))
  for (let n = 0; n < 5; n++) await expect(ask(email)).rejects.toThrow('ECONNREFUSED')
  expect(await rows(db(), 'SELECT 1 FROM mailed_link WHERE user_id = $1', [id])).toHaveLength(1)
  expect(await findLinkOwner(db(), before ?? '', ['reset_password'], now())).toBe(id)
})

test('a link that nobody waits for any more is not mailed', async () => {
  const { email } = await createPerson('dancer')
  await expect(ask(email, addSeconds(now(), -60 * 60))).resolves.toBeUndefined()
  await expect(ask(email, addSeconds(now(), -59 * 60))).rejects.toThrow('ECONNREFUSED')
})

test('a link to a registration that cannot go out leaves nothing behind, and the one before it works on', async () => {
  const id = newId()
  const user = {
    id,
    username: `u${id}`,
    email: `${id}@example.test`,
    displayName: 'Amina',
    passwordHash: 'x',
  }
  await transaction((tx) => storeRegistration(tx, { ...user, role: 'dancer' }, now()))
  const before = await createRegistrationLink(id, now())
  for (let n = 0; n < 5; n++)
    await expect(mailRegistrationLink({ ...user, firstName: 'Amina', locale: 'en' }, now())).rejects.toThrow(
      'ECONNREFUSED',
    )
  expect(await rows(db(), 'SELECT 1 FROM registration_link WHERE account_id = $1', [id])).toHaveLength(1)
  expect(await findByLink(before, now())).toMatchObject({ candidates: [{ id }] })
})

test('an answer about an account that cannot go out is tried again, and goes out once the server is back', async () => {
  const { email } = await createPerson('dancer')
  const tell = () => mailStatus({ email, askedAt: now().toISOString() })
  for (let n = 0; n < 5; n++) await expect(tell()).rejects.toThrow('ECONNREFUSED')
  const endMailbox = await startMailbox()
  try {
    await tell()
    expect(await mailsTo(email)).toHaveLength(1)
  } finally {
    await endMailbox()
  }
})
