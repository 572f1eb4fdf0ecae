import { env } from '#lib/core/env.ts'

export function isPushOn(): boolean {
  return env.VAPID_PUBLIC_KEY !== undefined
}

/** Browsers send us the endpoint, so we call only known push services. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, username, password } = new URL(endpoint)
  // Tests use a local service over http.
  const isSafe = protocol === 'https:' || env.NGOMA_ENV === 'test'
  return (
    isSafe &&
    username === '' &&
    password === '' &&
    env.PUSH_SERVICES.some((known) =>
      known.startsWith('*.') ? host.endsWith(known.slice(1)) : host === known,
    )
  )
}
