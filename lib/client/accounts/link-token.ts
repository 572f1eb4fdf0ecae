import { ApiError } from '#lib/client/http/api.ts'

/** The pages that mailed links open. */
export type LinkKind = 'reset' | 'verification' | 'withdrawal' | 'unsubscribe' | 'follow'

const keyOf = (kind: LinkKind) => `link_${kind}`

/**
 * Returns the token of the mailed link that opened this page, and removes it from the address at once, so that it is neither
 * in the history nor sent as a referrer. The tab stores it, because a phone that is short of memory loads a page again.
 * @returns '' without a token
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

/** Removes the token, once it was used or refused. */
export function dropLinkToken(kind: LinkKind): void {
  keep(kind, null)
}

/**
 * Says whether it is the link that was refused. It is still good where no answer came, where there were too many calls, and
 * where the server is in trouble.
 */
export function isLinkRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status !== 0 && error.status < 429
}

function keep(kind: LinkKind, token: string | null): void {
  try {
    if (token) sessionStorage.setItem(keyOf(kind), token)
    else sessionStorage.removeItem(keyOf(kind))
  } catch {
    // Without storage the token is known only while the page is open.
  }
}
