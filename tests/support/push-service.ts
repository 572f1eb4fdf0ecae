// A push service at the only allowed address. It checks the sender (VAPID, RFC 8292), decrypts for its
// browsers (RFC 8291), and answers.
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { importJWK, jwtVerify } from 'jose'
import { env } from '#lib/core/env.ts'

export type Pushed = { title: string; body: string; path: string; tag: string }

export type Browser = {
  device: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: Pushed[]
  /** The service's answer to a push, 201 by default. */
  answer: number
}

type Kept = Browser & { ecdh: ECDH; secret: Buffer }

export async function startPushService() {
  const [host = ''] = env.PUSH_SERVICES
  const browsers = new Map<string, Kept>()
  const server = createServer((request, response) => {
    receive(request, browsers)
      .then((status) => response.writeHead(status).end())
      .catch((error: Error) => response.writeHead(400).end(error.message))
  })
  await new Promise<void>((resolve) => server.listen(Number(host.split(':')[1]), '127.0.0.1', resolve))
  return {
    newBrowser(): Browser {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys('base64url')
      const secret = randomBytes(16)
      const path = `/push/${randomBytes(12).toString('hex')}`
      const device = {
        endpoint: `http://${host}${path}`,
        keys: { p256dh, auth: secret.toString('base64url') },
      }
      const browser = { device, received: [], answer: 201, ecdh, secret }
      browsers.set(path, browser)
      return browser
    },
    end: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The size that every service must accept (RFC 8030). */
const MOST_BYTES = 4_096

async function receive(request: IncomingMessage, browsers: ReadonlyMap<string, Kept>): Promise<number> {
  const browser = browsers.get(request.url ?? '')
  if (request.method !== 'POST' || !browser) return 404
  const body = Buffer.concat(await request.toArray())
  await checkSender(request)
  if (body.length > MOST_BYTES) return 413
  if (browser.answer !== 201) return browser.answer
  browser.received.push(JSON.parse(open(body, browser)))
  return 201
}

/** @throws Error unless the request is signed for this service with the product's key */
async function checkSender({ headers }: IncomingMessage): Promise<void> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== env.VAPID_PUBLIC_KEY) throw new Error('not the key of the subscription')
  const point = Buffer.from(key, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }, 'ES256')
  const { payload } = await jwtVerify(token, jwk, { audience: `http://${headers.host}` })
  if (payload.sub !== env.VAPID_SUBJECT) throw new Error('nobody answers for it')
  if (headers['content-encoding'] !== 'aes128gcm' || !headers.ttl) throw new Error('not as the standard says')
}

function open(body: Buffer, { ecdh, secret }: Kept): string {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const [sender, sealed] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)]
  const derive = (from: Buffer, salted: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', from, salted, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const input = derive(ecdh.computeSecret(sender), secret, info, 32)
  const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // This byte ends the last record; padding follows.
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
}
