import { onNetwork } from '#lib/web/endpoint/limit-rate.ts'

type Named = { readonly address: string; readonly body: { readonly email: string } }

/**
 * Limits what anybody may ask for any email: a link, the status of its account. What is mailed is counted by itself (mail-tries.ts),
 * so this is for who has many strangers mailed, and leaves room for the thousands of phones that a carrier puts behind one address.
 */
export const mailTries = { points: 200, seconds: 3_600, by: 'network', wellFormedOnly: true } as const

/** Limits registrations, of which those that are refused are not mailed. */
export const registrationTries = [
  { points: 20, seconds: 3_600, by: ({ address, body }: Named) => onNetwork(address, 'email', body.email) },
  mailTries,
] as const
