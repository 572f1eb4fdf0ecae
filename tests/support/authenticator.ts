// An authenticator app of staff.
import { Secret, TOTP } from 'otpauth'
import { now } from '#lib/core/clock.ts'
import { call } from './accounts.ts'
import { signInAs } from './people.ts'

export function codeOf(secret: string): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() })
}

/** Sets up an authenticator app in a session. @returns its secret and recovery codes */
export async function enrol(access: string): Promise<{ secret: string; recovery: string[] }> {
  const secret = String((await call('beginSecondFactor', {}, { access })).body.secret)
  const { body } = await call('confirmSecondFactor', { code: codeOf(secret) }, { access })
  return { secret, recovery: Array.isArray(body.recovery_codes) ? body.recovery_codes.map(String) : [] }
}

export async function staffWithApp(role: 'compliance_officer' | 'super_admin') {
  const session = await signInAs(role)
  return { ...session, email: session.user.email, ...(await enrol(session.access)) }
}
