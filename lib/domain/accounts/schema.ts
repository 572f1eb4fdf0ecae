import { z } from 'zod'
import type { SessionUser } from '#lib/contract/accounts/calls.ts'
import type { RoleName } from '#lib/contract/call.ts'
import type { MailLocale } from '#lib/contract/mail/locales.ts'
import type { SocialLinks } from '#lib/contract/profiles/social-links.ts'

/** Who asks, as every command and query takes it: never a session, never a request. */
export type Actor = {
  readonly id: string
  readonly username: string
  readonly role: RoleName
  readonly sessionId: string
  /** Staff who have yet to set up their second factor: they may do that, and nothing else. */
  readonly mustEnrol?: true
}

/** A person to be: what registration, an invitation or the seed knows of them. */
export type NewUser = {
  /** As entered, 2 to 60 characters; unique without case. */
  username: string
  email: string
  password: string
  /** The first word becomes the first name, the rest the last name (docs/api.md, Accounts and tokens). */
  displayName: string
  role: RoleName
  phoneNumber?: string
  location?: string
  socialLinks?: SocialLinks
  /** The language of their mails. */
  locale?: MailLocale
  isEmailVerified?: boolean
}

/** `access` a signed token of 15 minutes, `refresh` an opaque one of 30 days. */
export type TokenPair = { access: string; refresh: string }

export type SignedIn = TokenPair & {
  user: SessionUser
  /** Makes the device known (known-device.ts). */
  device_token: string
  /** Only where it is so: these tokens open nothing but the calls that set the second factor up. */
  second_factor_enrolment_required?: true
}

/** What a mailed link is for. */
export type LinkPurpose = 'verify_email' | 'reset_password' | 'staff_invited'
/** What lets one choose a password: an invitation is answered like a forgotten password. */
export const passwordLinks = ['reset_password', 'staff_invited'] as const satisfies readonly LinkPurpose[]
/** Links as they are stored: rules of addresses that came later do not apply to them. */
export const storedSocialLinks: z.ZodType<SocialLinks> = z.object({
  instagram: z.string().optional(),
  tiktok: z.string().optional(),
  youtube: z.string().optional(),
})
