import { expect, test } from 'vitest'
import { fitsPassword, hashPassword } from './password.ts'

test('a password is hashed by argon2id at OWASP’s first choice: 19 MiB, two passes', async () => {
  const hashed = await hashPassword('a long enough passphrase')
  expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await fitsPassword(hashed, 'a long enough passphrase')).toBe(true)
  expect(await fitsPassword(hashed, 'a long enough passphrase.')).toBe(false)
})
