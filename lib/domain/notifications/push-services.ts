import { env } from '#lib/core/env.ts'

/** Pushes need a key pair. */
export function isPushOn(): boolean {
  return env.VAPID_PUBLIC_KEY !== undefined
}

/** Browsers name the address, so only known push services are called. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, username, password } = new URL(endpoint)
  // Tests use a local service; production's rules refuse such a host.
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
