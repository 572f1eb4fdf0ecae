import webPush from 'web-push'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { fitPush, type PushMessage } from './fit-push.ts'
import { isPushService } from './push-services.ts'

export type Device = { readonly endpoint: string; readonly p256dh: string; readonly auth: string }

/** How long a push service stores a message for an offline device. */
const KEPT_SECONDS = 24 * 60 * 60
const ANSWER_WITHIN_MS = 10_000

/**
 * Encrypts a message for the device and sends it.
 * @returns `gone`: the device's endpoint has expired. `later`: a retry may succeed. `refused`: our own fault
 */
export async function push(
  device: Device,
  message: PushMessage,
): Promise<'sent' | 'gone' | 'later' | 'refused'> {
  const request = requestFor(device, message)
  if (!request) return 'gone'
  try {
    const response = await fetch(device.endpoint, {
      ...request,
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    await response.body?.cancel()
    return outcomeOf(response.status, device)
  } catch (error) {
    log.warn({ service: hostOf(device), err: error }, 'push service does not answer')
    return 'later'
  }
}

function requestFor({ endpoint, p256dh, auth }: Device, message: PushMessage) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env
  if (!publicKey || !privateKey || !subject) throw new Error('pushes are off: there are no VAPID keys')
  if (!isPushService(endpoint)) return undefined
  try {
    const { headers, body, method } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(fitPush(message)),
      { vapidDetails: { subject, publicKey, privateKey }, TTL: KEPT_SECONDS, contentEncoding: 'aes128gcm' },
    )
    // `fetch` computes Content-Length itself.
    const { 'Content-Length': _, ...others } = headers
    return { method, headers: others as Record<string, string>, body: new Uint8Array(body ?? []) }
  } catch (error) {
    // The device's keys are invalid, so no message can be encrypted for it.
    log.info({ service: hostOf({ endpoint }), err: error }, 'device can not be pushed to')
    return undefined
  }
}

function outcomeOf(status: number, device: Device): 'sent' | 'gone' | 'later' | 'refused' {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) return 'later'
  log.error({ service: hostOf(device), status }, 'push service refuses us')
  return 'refused'
}

function hostOf({ endpoint }: Pick<Device, 'endpoint'>): string {
  return new URL(endpoint).host
}
