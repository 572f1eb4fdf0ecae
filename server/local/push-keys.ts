import { createECDH } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const pair = z.object({ VAPID_PUBLIC_KEY: z.string(), VAPID_PRIVATE_KEY: z.string() })
export type PushKeys = z.infer<typeof pair>

/** Returns this machine's keys for web push, made at its first start: browsers that subscribed keep working after the next. */
export function localPushKeys(dataDir: string): PushKeys {
  const file = path.join(dataDir, 'push-keys.json')
  if (existsSync(file)) return pair.parse(JSON.parse(readFileSync(file, 'utf8')))
  const keys = newPushKeys()
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 })
  return keys
}

/** Makes a pair as VAPID writes it (P-256, base64url). */
export function newPushKeys(): PushKeys {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  // A private key may begin with zeros, which the buffer leaves out.
  const privateKey = curve.getPrivateKey('hex').padStart(64, '0')
  return {
    VAPID_PUBLIC_KEY: curve.getPublicKey('base64url'),
    VAPID_PRIVATE_KEY: Buffer.from(privateKey, 'hex').toString('base64url'),
  }
}
