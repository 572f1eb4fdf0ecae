import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Ngoma'
// RFC 6238 as every authenticator app speaks it.
const ALGORITHM = 'SHA1'
const DIGITS = 6
const STEP_SECONDS = 30
/** Steps by which a phone's clock may be wrong, or its owner slow (RFC 6238, section 5.2). */
const TOLERANCE = 1
/** 160 bits (RFC 4226, section 4). */
const SECRET_BYTES = 20

/** A new secret for an authenticator app, in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address that an authenticator app reads from a QR code. @param account whose it is, as the app shows it */
export function totpUri(secret: string, account: string): string {
  return totp(secret, account).toString()
}

/**
 * The step of 30 seconds, counted from 1970, whose code this is: the one of `moment`, or one step to either side.
 * @returns null where it is none of theirs
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
