import { ApiError } from '#lib/client/http/api.ts'

export type LinkKind = 'reset' | 'verification' | 'withdrawal' | 'unsubscribe' | 'follow'

const keyOf = (kind: LinkKind) => `link_${kind}`

/**
 * Returns a mailed link's token. Moves it from the address, history and referrer to the tab's storage, for
 * reloads.
 */
export function takeLinkToken(kind: LinkKind): string {
  const address = new URL(window.location.href)
  const given = address.searchParams.get('token')
  if (given !== null) {
    address.searchParams.delete('token')
    keep(kind, given)
    window.history.replaceState(window.history.state, '', address)
  }
  try {
    return given ?? sessionStorage.getItem(keyOf(kind)) ?? ''
  } catch {
    return given ?? ''
  }
}

export function dropLinkToken(kind: LinkKind): void {
  keep(kind, null)
}

/** False after status 0, 429 or 5xx: the link is still valid. */
export function isLinkRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== 0 && error.status < 429
}

function keep(kind: LinkKind, token: string | null): void {
  try {
    if (token) sessionStorage.setItem(keyOf(kind), token)
    else sessionStorage.removeItem(keyOf(kind))
  } catch {
    // Storage is unavailable.
  }
}
