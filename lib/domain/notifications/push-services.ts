import { env } from '#lib/core/env.ts'

/** Says whether this installation sends pushes: it has a pair of keys. */
export function isPushOn(): boolean {
  return env.VAPID_PUBLIC_KEY !== undefined
}

/** Says whether an address is one of the push services that we call: a browser names it, and anybody can be one. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, username, password } = new URL(endpoint)
  // Tests have a service of their own on this machine; production's rules refuse such a host.
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
