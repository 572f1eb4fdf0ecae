import { forgetCommentDrafts } from '#lib/client/comments/comment-draft.ts'
import { forgetAttempts } from '#lib/client/forms/stored-attempts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import type { AnswerOf } from '#lib/client/http/api-types.ts'
import { clearSession, storeSession, toSignedInUser } from '#lib/client/session/change-session.ts'
import { closePageSession, isPageSessionOpen } from '#lib/client/session/page-session.ts'
import { readTokens, type SignedInUser } from '#lib/client/session/session.ts'
import { forgetTimeout } from '#lib/client/session/session-notice.ts'
import { validateSession } from '#lib/client/session/session-start.ts'
import { sentDeviceToken, storeDeviceToken } from './device-token.ts'

type LoginAnswer = AnswerOf<'POST /users/auth/login/'>
type Opened = Pick<LoginAnswer, 'access' | 'refresh' | 'user'> & { device_token?: string | undefined }

/**
 * @param code authenticator or recovery code; empty if none was asked for
 * @returns the user, and whether the second factor must be set up first
 * @throws ApiError
 */
export async function signIn(
  email: string,
  password: string,
  code: string,
): Promise<{ mustEnrol: boolean; userType: SignedInUser['userType'] }> {
  const body = { email, password, ...sentDeviceToken(), ...(code ? { code } : {}) }
  const answer = await api('POST /users/auth/login/', { body })
  const { userType } = await openSession(answer)
  return { mustEnrol: answer.second_factor_enrolment_required === true, userType }
}

/**
 * Sets the cookie before storing the tokens: with tokens alone, guarded pages would redirect to login.
 * @throws ApiError
 */
export async function openSession({ access, refresh, user, device_token }: Opened): Promise<SignedInUser> {
  storeDeviceToken(device_token)
  await openPageSession(access)
  const signedIn = toSignedInUser(user)
  clearSession()
  forgetTimeout()
  storeSession({ access, refresh }, signedIn)
  return signedIn
}

async function openPageSession(access: string): Promise<void> {
  const nextAuth = await import('next-auth/react')
  const opened = await nextAuth.signIn('credentials', { access, redirect: false })
  if (!opened?.ok) throw new ApiError(opened?.status ?? 0, null)
}

/** @returns whether guarded pages accept the user now */
export async function resumePageSession(): Promise<boolean> {
  await validateSession()
  const { access } = readTokens()
  if (!access) return false
  try {
    await openPageSession(access)
    // If the browser blocks cookies, login and the guarded page would redirect to each other forever.
    return await isPageSessionOpen()
  } catch {
    return false
  }
}

/**
 * Signs out on this device, whatever the server answers.
 * @param how `idle` (a timeout) retains pushes, unanswered requests and comment drafts
 */
export async function logout({ idle = false } = {}): Promise<void> {
  const { refresh } = readTokens()
  clearSession()
  if (!idle) {
    forgetAttempts()
    forgetCommentDrafts()
  }
  await Promise.allSettled([
    api('POST /users/auth/logout/', { body: { ...(refresh ? { refresh } : {}), ...(idle ? { idle } : {}) } }),
    closePageSession(),
    ...(idle ? [] : [endPush()]),
  ])
}

async function endPush(): Promise<void> {
  const { leavePush } = await import('#lib/client/notifications/push-device.ts')
  await leavePush()
}
