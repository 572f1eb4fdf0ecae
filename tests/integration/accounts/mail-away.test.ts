// No mail server here: what happens to links that cannot go out.

import { afterAll, expect, test } from 'vitest'
import { addSeconds, now } from '#lib/core/clock.ts'
import { closeDb, db, rows } from '#lib/core/db.ts'
import { closeRedis } from '#lib/core/redis.ts'
import { mailLink } from '#lib/domain/accounts/mail-link.ts'
import { createLink, findLinkOwner } from '#lib/domain/accounts/mailed-links.ts'
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
