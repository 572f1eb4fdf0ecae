import { forgetCommentDrafts } from '#lib/client/comments/comment-draft.ts'
import { forgetAttempts } from '#lib/client/forms/kept-attempts.ts'
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
 * Signs in with email and password, and the second factor of staff.
 * @param code of the authenticator app or a recovery code; empty where none was asked for
 * @returns whether the second factor is yet to be set up, before anything else opens, and who they are
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
 * Begins a session with the tokens of an answer (login, registration, verification): exchanges the access token for the
 * cookie that guarded pages read, and stores the tokens for calls. The cookie comes first, so that nobody is signed in for
 * calls and sent back to login by every page.
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

/**
 * Exchanges an access token for the cookie of pages.
 * @throws ApiError
 */
async function openPageSession(access: string): Promise<void> {
  const nextAuth = await import('next-auth/react')
  const opened = await nextAuth.signIn('credentials', { access, redirect: false })
  if (!opened?.ok) throw new ApiError(opened?.status ?? 0, null)
}

/**
 * Gets a new cookie for somebody who has valid tokens but lost the cookie.
 * @returns whether guarded pages accept them now
 */
export async function resumePageSession(): Promise<boolean> {
  await validateSession()
  const { access } = readTokens()
  if (!access) return false
  try {
    await openPageSession(access)
    // A browser that stores no cookies would be sent back and forth between login and page.
    return await isPageSessionOpen()
  } catch {
    return false
  }
}

/**
 * Signs out on this device, whatever the server answers, and also if it does not answer.
 * @param how `idle` where nobody was there: the device then goes on receiving notifications, and keeps what they
 *   asked for and got no answer to, and the comments they were writing
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

/** Who signs out on purpose leaves no pushes behind on this device. */
async function endPush(): Promise<void> {
  const { leavePush } = await import('#lib/client/notifications/push-device.ts')
  await leavePush()
}
