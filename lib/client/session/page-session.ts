// The HttpOnly cookie that guarded pages read. It names the same session as the tokens, and ends with it.

let closing: Promise<void> | null = null

/** Removes the cookie and ends the session that it names on the server. Without an answer the cookie expires by itself. */
export function closePageSession(): Promise<void> {
  closing ??= removeCookie().finally(() => {
    closing = null
  })
  return closing
}

async function removeCookie(): Promise<void> {
  const nextAuth = await import('next-auth/react')
  await nextAuth.signOut({ redirect: false }).catch(() => undefined)
}

let place: string | null = null

/** Names where a page for members leads once nobody is signed in any more; null for the login. */
export function leaveFor(path: string | null): void {
  place = path
}

/** Returns what `leaveFor` has named last. */
export function placeToLeaveFor(): string | null {
  return place
}

/** Tells whether the browser has the cookie and its session lives. */
export async function isPageSessionOpen(): Promise<boolean> {
  const nextAuth = await import('next-auth/react')
  return (await nextAuth.getSession()) !== null
}
