/** Pages that a mailed link opens. */
export type LinkKind = 'reset' | 'verification' | 'withdrawal'

const keyOf = (kind: LinkKind) => `link_${kind}`

/**
 * The token of the mailed link that opened this page, taken out of the address at once: it must not lie in the history
 * nor go anywhere as a referrer. The tab keeps it, because a phone short of memory loads a page again.
 * @returns '' where there is none
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

/** Forgets the token, once it was used or refused. */
export function dropLinkToken(kind: LinkKind): void {
  keep(kind, null)
}

function keep(kind: LinkKind, token: string | null): void {
  try {
    if (token) sessionStorage.setItem(keyOf(kind), token)
    else sessionStorage.removeItem(keyOf(kind))
  } catch {
    // Without storage the token lives as long as the page.
  }
}
