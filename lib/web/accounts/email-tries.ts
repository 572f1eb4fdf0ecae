import { onNetwork } from '#lib/web/endpoint/limit-rate.ts'

type Named = { readonly address: string; readonly body: { readonly email: string } }

/**
 * Limits what anybody may ask for any email: a registration, a link, the status of its account. The answers tell nothing of whose it
 * is, and it is mailed three times an hour at the most (docs/decisions/0036). So the network's limit is for who has many strangers
 * mailed, and leaves room for the thousands of phones that a carrier puts behind one address.
 */
export const emailTries = [
  { points: 20, seconds: 3_600, by: ({ address, body }: Named) => onNetwork(address, 'email', body.email) },
  { points: 200, seconds: 3_600, by: 'network', wellFormedOnly: true },
] as const
