import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useRef, useState } from 'react'
import { sentDeviceToken } from '#lib/client/accounts/device-token.ts'
import { dropLinkToken, isLinkRefused, takeLinkToken } from '#lib/client/accounts/link-token.ts'
import { dropRegistrationsMade, registrationsMade } from '#lib/client/accounts/registrations-made.ts'
import { openSession } from '#lib/client/accounts/sign-in.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { readUser, subscribeSession } from '#lib/client/session/session.ts'

export type VerificationView =
  | { kind: 'loading' }
  | { kind: 'asking'; token: string }
  | { kind: 'verified'; signedIn: boolean; already?: true }
  | { kind: 'failed'; detail: string; mayRetry: boolean }
  | { kind: 'inbox' }

/**
 * Verifies an email by the link's token. In a browser other than the registration's, the server asks for the
 * password.
 */
export function useVerification() {
  const t = useTranslations('VerifyEmail')
  const [view, setView] = useState<VerificationView>({ kind: 'loading' })
  const [email, setEmail] = useState('')
  const token = useRef<string | null>(null)

  const finish = useCallback((signedIn: boolean) => setView({ kind: 'verified', signedIn }), [])
  const fail = useCallback(
    (error: unknown) => {
      if (!isLinkRefused(error)) {
        const isTooOften = error instanceof ApiError && error.status === 429
        const detail = isTooOften ? error.message : t('noConnection')
        return setView({ kind: 'failed', detail, mayRetry: true })
      }
      dropLinkToken('verification')
      if (error.code === 'already_verified')
        return setView({ kind: 'verified', signedIn: readUser() !== null, already: true })
      const detail = error.hasSentence ? error.message : t('failedDetail')
      setView({ kind: 'failed', detail, mayRetry: false })
    },
    [t],
  )

  const verify = useCallback(async () => {
    const given = token.current ?? ''
    setView({ kind: 'loading' })
    try {
      finish(await spendToken(given))
    } catch (error) {
      const isAsked = error instanceof ApiError && error.code === 'password_required'
      if (isAsked) setView({ kind: 'asking', token: given })
      else fail(error)
    }
  }, [finish, fail])

  useEffect(() => {
    // The token works once, and React's strict mode runs this effect twice.
    if (token.current !== null) return
    setEmail(new URLSearchParams(window.location.search).get('email') ?? '')
    token.current = takeLinkToken('verification')
    if (token.current) verify()
    else setView({ kind: 'inbox' })
  }, [verify])

  useEffect(() => {
    if (view.kind !== 'inbox') return
    // Another tab can open the link and sign in; this tab then follows.
    return subscribeSession(() => {
      if (readUser()) finish(true)
    })
  }, [view.kind, finish])
  return { view, email, verify, finish, fail }
}

/**
 * Sends the token with this browser's registrations or the password. The token alone would open an account
 * for anybody who registered with that email.
 * @returns whether the user is signed in
 * @throws ApiError
 */
export async function spendToken(token: string, password?: string): Promise<boolean> {
  const { tokens, user, device_token } = await api('POST /users/auth/verify-email/', {
    body: { token, password, registrations: registrationsMade(), ...sentDeviceToken() },
  })
  dropLinkToken('verification')
  dropRegistrationsMade()
  return openSession({ ...tokens, user, device_token }).then(
    () => true,
    () => false,
  )
}
