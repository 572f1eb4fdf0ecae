import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Ngoma'
// RFC 6238 as every authenticator app supports it.
const ALGORITHM = 'SHA1'
const DIGITS = 6
const STEP_SECONDS = 30
/** Steps of clock difference or delay (RFC 6238, section 5.2). */
const TOLERANCE = 1
/** 160 bits (RFC 4226, section 4). */
const SECRET_BYTES = 20

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address in the QR code. @param account as the app shows it */
export function totpUri(secret: string, account: string): string {
  return totp(secret, account).toString()
}

/**
 * Returns the step (of 30 seconds since 1970) of the code: that of `moment`, or one before or after.
 * @returns null if none matches
 */
export function stepOfCode(secret: string, code: string, moment: Date): number | null {
  const timestamp = moment.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: TOLERANCE })
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta
}

function totp(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  })
}
