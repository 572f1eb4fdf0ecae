import type { z } from 'zod'
import type { login } from '#lib/contract/accounts.ts'
import { ApiError, apiPost } from './api-client.ts'
import { clearSession, readTokens, type SignedInUser, storeSession, toSignedInUser } from './session.ts'

type LoginAnswer = z.infer<typeof login.answer>

/**
 * Signs in: trades the access token for the cookie that guarded pages read, and keeps the tokens for calls. The cookie
 * comes first, so that nobody is signed in for calls and sent back to login by every page.
 * @throws ApiError
 */
export async function signIn(email: string, password: string): Promise<SignedInUser> {
  const { access, refresh, user } = await apiPost<LoginAnswer>('/users/auth/login/', { email, password })
  const nextAuth = await import('next-auth/react')
  const opened = await nextAuth.signIn('credentials', { access, redirect: false })
  if (!opened?.ok) throw new ApiError(opened?.status ?? 0, null)
  const signedIn = toSignedInUser(user)
  storeSession({ access, refresh }, signedIn)
  return signedIn
}

/** Signs out here, whatever the server says (spec 1, section 7), and also where it says nothing. */
export async function logout(): Promise<void> {
  const { refresh } = readTokens()
  clearSession()
  await Promise.allSettled([
    apiPost('/users/auth/logout/', refresh ? { refresh } : {}),
    import('next-auth/react').then((nextAuth) => nextAuth.signOut({ redirect: false })),
  ])
}
