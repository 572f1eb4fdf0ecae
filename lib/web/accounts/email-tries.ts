import { onNetwork } from '#lib/web/endpoint/limit-rate.ts'

type Named = { readonly address: string; readonly body: { readonly email: string } }

/**
 * A generous limit, because a carrier puts thousands of phones behind one address: mail-tries.ts limits the
 * mails themselves.
 */
export const mailTries = { points: 200, seconds: 3_600, by: 'network', wellFormedOnly: true } as const

/** A separate limit per email: a refused registration sends no mail, so limits on mails do not count it. */
export const registrationTries = [
  { points: 20, seconds: 3_600, by: ({ address, body }: Named) => onNetwork(address, 'email', body.email) },
  mailTries,
] as const
