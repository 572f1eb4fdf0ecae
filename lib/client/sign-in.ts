import type { z } from 'zod'
import type { login } from '#lib/contract/accounts.ts'
import { apiPost } from './api-client.ts'
import { clearSession, readTokens, type SignedInUser, storeSession, toSignedInUser } from './session.ts'

type LoginAnswer = z.infer<typeof login.answer>

/**
 * Signs in: keeps the tokens for calls, and trades the access token for the cookie that guarded pages read.
 * @throws ApiError
 */
export async function signIn(email: string, password: string): Promise<SignedInUser> {
  const { access, refresh, user } = await apiPost<LoginAnswer>('/users/auth/login/', { email, password })
  const signedIn = toSignedInUser(user)
  storeSession({ access, refresh }, signedIn)
  const nextAuth = await import('next-auth/react')
  await nextAuth.signIn('credentials', { access, redirect: false })
  return signedIn
}

/** Signs out here, whatever the server says (spec 1, section 7). */
export async function logout(): Promise<void> {
  const { refresh } = readTokens()
  clearSession()
  const nextAuth = await import('next-auth/react')
  await Promise.allSettled([
    apiPost('/users/auth/logout/', refresh ? { refresh } : {}),
    nextAuth.signOut({ redirect: false }),
  ])
}
