import { onNetwork } from '#lib/web/endpoint/limit-rate.ts'

type Wish = {
  readonly address: string
  readonly body: {
    readonly email?: string | undefined
    readonly push?: { readonly endpoint: string } | undefined
  }
}

/**
 * Limits wishes to hear a month's result. Anybody may enter any email, which is mailed three times a day at the most
 * (lib/domain/notifications/followers.ts). So the network's limit is for who has many strangers mailed, and leaves room for the
 * thousands of phones that a carrier puts behind one address.
 */
export const followTries = [
  {
    points: 20,
    seconds: 3_600,
    by: ({ address, body: { email, push } }: Wish) =>
      email === undefined
        ? onNetwork(address, 'device', push?.endpoint ?? '')
        : onNetwork(address, 'email', email),
  },
  { points: 200, seconds: 3_600, by: 'network', wellFormedOnly: true },
] as const
