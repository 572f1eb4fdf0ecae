// The HttpOnly cookie for guarded pages. It belongs to the same session as the tokens.

let closing: Promise<void> | null = null

/** If this fails, the cookie expires by itself. */
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

/** Sets where a members' page leads after sign-out; null for login. */
export function leaveFor(path: string | null): void {
  place = path
}

export function placeToLeaveFor(): string | null {
  return place
}

export async function isPageSessionOpen(): Promise<boolean> {
  const nextAuth = await import('next-auth/react')
  return (await nextAuth.getSession()) !== null
}
