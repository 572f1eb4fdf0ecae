// Creates a self-signed X.509 certificate, which Node can only read, so that clients encrypt as for Safaricom.
import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const tag = {
  integer: 0x02,
  bits: 0x03,
  nothing: 0x05,
  oid: 0x06,
  utf8: 0x0c,
  time: 0x17,
  sequence: 0x30,
  set: 0x31,
}

function der(type: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  if (content.length < 0x80) return Buffer.concat([Buffer.from([type, content.length]), content])
  const digits = content.length.toString(16)
  const size = Buffer.from(digits.length % 2 ? `0${digits}` : digits, 'hex')
  return Buffer.concat([Buffer.from([type, 0x80 | size.length]), size, content])
}

// 1.2.840.113549.1.1.11 sha256WithRSAEncryption and 2.5.4.3 commonName
const rsaWithSha256 = der(
  tag.sequence,
  der(tag.oid, Buffer.from('2a864886f70d01010b', 'hex')),
  der(tag.nothing),
)
const commonName = der(tag.oid, Buffer.from('550403', 'hex'))

function name(text: string): Buffer {
  return der(tag.sequence, der(tag.set, der(tag.sequence, commonName, der(tag.utf8, Buffer.from(text)))))
}

/** Encodes a UTCTime, whose two-digit year is valid until 2049. */
function utcTime(at: Date): Buffer {
  const text = `${at.toISOString().slice(2, 19).replace(/[-T:]/g, '')}Z`
  return der(tag.time, Buffer.from(text))
}

export type KeyPair = { privateKey: KeyObject; certificatePem: string; publicKeyPem: string }

/** Returns a 2048-bit RSA key with a certificate, valid from yesterday for ten years. */
export function createKeyPair(now: Date): KeyPair {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKey = createPublicKey(privateKey)
  const day = 86_400_000
  const signed = der(
    tag.sequence,
    // A leading 01 keeps the serial number positive and short.
    der(tag.integer, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    rsaWithSha256,
    name('Ngoma M-Pesa simulator'),
    der(tag.sequence, utcTime(new Date(now.getTime() - day)), utcTime(new Date(now.getTime() + 3_650 * day))),
    name('Ngoma M-Pesa simulator'),
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = der(tag.bits, Buffer.from([0]), sign('sha256', signed, privateKey))
  const certificate = der(tag.sequence, signed, rsaWithSha256, signature)
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    privateKey,
    certificatePem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}
