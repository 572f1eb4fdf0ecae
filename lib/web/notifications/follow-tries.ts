import { onNetwork } from '#lib/web/endpoint/limit-rate.ts'

type Wish = {
  readonly address: string
  readonly body: {
    readonly email?: string | undefined
    readonly push?: { readonly endpoint: string } | undefined
  }
}

/**
 * followers.ts (lib/domain/notifications) limits mails per email. The limit per network is generous, because
 * a carrier's phones share an address.
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
