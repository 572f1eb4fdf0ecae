import { z } from 'zod'
import {
  defineCall,
  nothing,
  optionalName,
  optionalText,
  publicText,
  requiredName,
  requiredString,
  roleNames,
  sentence,
  sentText,
  uuid,
} from '#lib/contract/call.ts'
import { mailLocales } from '#lib/contract/mail/locales.ts'
import { optionalMobile } from '#lib/contract/phone-field.ts'
import { socialLinks } from '#lib/contract/profiles/social-links.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { accountTextMax, REGISTRATIONS_SENT_MAX } from './constants.ts'
import { emailAddress, typedEmail } from './emails.ts'
import {
  PASSWORD_MAX,
  PASSWORD_MIN,
  PASSWORD_TOO_SHORT,
  PASSWORD_TOO_WEAK,
  PASSWORDS_DIFFER,
  passwordScore,
  STRENGTH_MIN,
} from './passwords.ts'

export const USERNAME_UNFIT = codedSentence('username_unfit')

/**
 * Some names cannot end a dancer's page address: browsers and proxies read them as another path, and Next
 * reads .rsc as data.
 */
function fitsAddress(name: string): boolean {
  return !name.split('/').some((part) => ['', '.', '..'].includes(part)) && !/\.rsc$/i.test(name)
}

export const role = z.enum(roleNames)

export const sessionUser = z.object({
  id: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role,
})
export type SessionUser = z.infer<typeof sessionUser>

const tokens = z.object({ access: z.string(), refresh: z.string() })

/**
 * A browser gets this token from a login or mailed link and sends it with its next login. It gives no access;
 * it protects the known browser from lockout by other people's wrong guesses.
 */
const deviceToken = z.string()
const sentDeviceToken = z.string().max(2048).optional().catch(undefined)

export const login = defineCall('POST /users/auth/login/', {
  group: 'Auth',
  ignoresBadToken: true,
  alsoAnswers: [401, 403],
  summary: 'Sign in with email and password',
  body: z.object({
    email: typedEmail,
    password: sentText(PASSWORD_MAX),
    /** Six digits of the authenticator app, or a recovery code, after 403 `second_factor_required`. */
    code: optionalText(64).optional(),
    device_token: sentDeviceToken,
  }),
  answer: tokens.extend({
    user: sessionUser,
    device_token: deviceToken,
    /** Until the second factor is set up, these tokens open nothing else. */
    second_factor_enrolment_required: z.literal(true).optional(),
  }),
})

export const refresh = defineCall('POST /users/auth/refresh/', {
  group: 'Auth',
  ignoresBadToken: true,
  alsoAnswers: [401],
  summary: 'Exchange a refresh token for new tokens; the old one stops working',
  body: z.object({ refresh: sentText(512) }),
  answer: tokens,
})

export const logout = defineCall('POST /users/auth/logout/', {
  group: 'Auth',
  ignoresBadToken: true,
  summary: 'End the session that the refresh token belongs to; always succeeds',
  body: z.object({
    refresh: z.string().max(512).optional().catch(undefined),
    /** True if inactivity ended the session: the device still gets pushes. */
    idle: z.boolean().optional().catch(undefined),
  }),
  status: 204,
  answer: nothing,
  beforeEnrolment: true,
})

const PASSWORD_TOO_LONG = codedSentence('field.too_long', { max: PASSWORD_MAX })
/** Checks the length first, because normalising a long text is slow. */
const normalPassword = z
  .string(requiredString)
  .max(PASSWORD_MAX, { error: PASSWORD_TOO_LONG, abort: true })
  .normalize('NFC')

const newPassword = normalPassword
  // Stops at the first error, so that a short password is not also reported as weak.
  .min(PASSWORD_MIN, { error: PASSWORD_TOO_SHORT, abort: true })
  .refine((password) => passwordScore(password) >= STRENGTH_MIN, PASSWORD_TOO_WEAK)

const message = z.object({ message: sentence })

export const register = defineCall('POST /users/auth/register/', {
  group: 'Auth',
  ignoresBadToken: true,
  summary: 'Open an account as a dancer or a musician',
  body: z
    .object({
      username: requiredName(accountTextMax.username, 2).refine(fitsAddress, USERNAME_UNFIT),
      email: emailAddress,
      password: newPassword,
      password_confirm: normalPassword,
      /** `first_name` and `last_name` together make the display name. */
      first_name: requiredName(accountTextMax.first_name),
      last_name: optionalName(accountTextMax.last_name).default(''),
      role: z.enum(['dancer', 'copyright_owner'], { error: codedSentence('choose.dancer_or_musician') }),
      phone_number: optionalMobile.default(''),
      location: publicText(optionalText(accountTextMax.location)).default(''),
      social_links: socialLinks.default({}),
      /** Language of mails; by default the browser's. */
      locale: z.enum(mailLocales, { error: codedSentence('choose.language') }).optional(),
      device_token: sentDeviceToken,
    })
    .refine(({ password, password_confirm }) => password === password_confirm, {
      path: ['password_confirm'],
      message: PASSWORDS_DIFFER,
    }),
  status: 201,
  answer: message.extend({
    /**
     * Until the email is verified, only the registering browser knows `id`: verify-email takes it as proof.
     */
    user: sessionUser,
    tokens: tokens.optional(),
    device_token: deviceToken.optional(),
  }),
})
export type RegisterAnswer = z.infer<typeof register.answer>
export type GivenRegisterAnswer = z.input<typeof register.answer>

const linkToken = sentText(512)

export const verifyEmail = defineCall('POST /users/auth/verify-email/', {
  group: 'Auth',
  ignoresBadToken: true,
  alsoAnswers: [409],
  summary: 'Verify an email by the link that was mailed; signs in. One use, 24 hours',
  body: z.object({
    token: linkToken,
    /** The `user.id` of registrations in this browser. */
    registrations: z
      .array(uuid)
      .max(REGISTRATIONS_SENT_MAX, codedSentence('choose.named_at_most', { max: REGISTRATIONS_SENT_MAX }))
      .optional(),
    /**
     * The password of the registration. If `password` or `registrations` is sent, one must match
     * (docs/decisions/0017); a refused link still works. Without both, the account opens without a password,
     * because a stranger could have chosen it.
     */
    password: sentText(PASSWORD_MAX, 0).optional(),
    device_token: sentDeviceToken,
  }),
  answer: message.extend({
    tokens,
    user: sessionUser,
    device_token: deviceToken,
    /** Only the token was sent: POST /users/auth/password-reset/ must set a password. */
    password_unset: z.literal(true).optional(),
  }),
})

export const resendVerification = defineCall('POST /users/auth/resend-verification/', {
  group: 'Auth',
  ignoresBadToken: true,
  summary: 'Mail the verification link again; the same answer whether or not there is such an account',
  body: z.object({ email: emailAddress }),
  answer: message,
})

export const passwordReset = defineCall('POST /users/auth/password-reset/', {
  group: 'Auth',
  ignoresBadToken: true,
  summary: 'Mail a link to set a new password; the same answer whether or not there is such an account',
  body: z.object({ email: emailAddress }),
  answer: message,
})

export const passwordResetConfirm = defineCall('POST /users/auth/password-reset-confirm/', {
  group: 'Auth',
  ignoresBadToken: true,
  summary: 'Set a new password by the link that was mailed; ends all sessions. One use, 1 hour',
  body: z.object({
    token: linkToken,
    password: newPassword,
    device_token: sentDeviceToken,
  }),
  answer: message.extend({ device_token: deviceToken }),
})

export const loginEligibility = defineCall('POST /users/auth/login-eligibility/', {
  group: 'Auth',
  ignoresBadToken: true,
  summary:
    'Whether an account can sign in, and what is missing: told to its owner, here or by mail; everybody else reads what an unknown address reads',
  body: z.object({ email: emailAddress, device_token: sentDeviceToken }),
  answer: z.object({
    can_login: z.boolean(),
    /** Empty if sign-in works. */
    reason: sentence,
    email: z.string(),
    is_active: z.boolean(),
    is_email_verified: z.boolean(),
    actions: z.object({ resend_verification: z.boolean() }),
    /**
     * If true, the fields above are those of an unknown email; the account's owner, if any, gets the truth by
     * mail.
     */
    sent_by_mail: z.boolean(),
  }),
})
export type LoginEligibility = z.infer<typeof loginEligibility.answer>
export type GivenLoginEligibility = z.input<typeof loginEligibility.answer>
