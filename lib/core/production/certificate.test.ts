import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { productionEnvironment } from '#tests/support/production-environment.ts'
import { readEnv } from '../env.ts'

const whole = productionEnvironment.MPESA_CERTIFICATE ?? ''
const readWith = (pem: string) => readEnv({ ...productionEnvironment, MPESA_CERTIFICATE: pem })

test('a certificate is taken with its line ends as they are, or written as \\n', () => {
  const { MPESA_CERTIFICATE } = readWith(whole)
  expect(MPESA_CERTIFICATE.split('\n').length).toBeGreaterThan(10)
  expect(readWith(MPESA_CERTIFICATE).MPESA_CERTIFICATE).toBe(MPESA_CERTIFICATE)
})

const ofAnotherKind = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey

test.each([
  ['the text of an example', '-----BEGIN CERTIFICATE-----\\nyour certificate\\n-----END CERTIFICATE-----'],
  ['one without its line ends', whole.replaceAll('\\n', '')],
  ['half of one', whole.slice(0, whole.length / 2)],
  ['the name of a file', '/etc/ngoma/certificate.cer'],
  ['a key that encrypts nothing', ofAnotherKind.export({ type: 'spki', format: 'pem' }).toString()],
])('%s is refused, and not quoted', (_, pem) => {
  expect(() => readWith(pem)).toThrow(
    /^The environment is not usable\.\n {2}MPESA_CERTIFICATE: has no RSA key/,
  )
  expect(() => readWith(pem)).not.toThrow(pem)
})
