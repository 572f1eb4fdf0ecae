// An authenticator app as staff have it on their phones.
import { Secret, TOTP } from 'otpauth'
import { now } from '#lib/core/clock.ts'
import { call } from './accounts.ts'
import { signInAs } from './people.ts'

/** What the app of a secret shows now. */
export function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() })
}

/** Sets an app up in a session. @returns its secret and the recovery codes */
export async function enrol(access: string): Promise<{ secret: string; recovery: string[] }> {
  const secret = String((await call('beginSecondFactor', {}, { access })).body.secret)
  const { body } = await call('confirmSecondFactor', { code: codeOf(secret) }, { access })
  return { secret, recovery: Array.isArray(body.recovery_codes) ? body.recovery_codes.map(String) : [] }
}

/** Somebody of the staff with an app, signed in; the code that set it up is used. */
export async function staffWithApp(role: 'compliance_officer' | 'super_admin') {
  const session = await signInAs(role)
  return { ...session, email: session.user.email, ...(await enrol(session.access)) }
}
