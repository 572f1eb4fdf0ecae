import { z } from 'zod'
import type { SessionUser } from '#lib/contract/accounts/calls.ts'
import type { RoleName } from '#lib/contract/call.ts'
import type { MailLocale } from '#lib/contract/mail/locales.ts'
import type { SocialLinks } from '#lib/contract/profiles/social-links.ts'

/** The signed-in user. */
export type Actor = {
  readonly id: string
  readonly username: string
  readonly role: RoleName
  readonly sessionId: string
  /** Staff without a second factor may only set it up. */
  readonly mustEnrol?: true
}

export type NewUser = {
  /** As entered, 2 to 60 characters; unique, ignoring case. */
  username: string
  email: string
  password: string
  displayName: string
  role: RoleName
  phoneNumber?: string
  location?: string
  socialLinks?: SocialLinks
  locale?: MailLocale
  isEmailVerified?: boolean
}

/** `access` is a signed token of 15 minutes, `refresh` an opaque one of 30 days. */
export type TokenPair = { access: string; refresh: string }

export type SignedIn = TokenPair & {
  user: SessionUser
  /** Makes the device known (known-device.ts). */
  device_token: string
  /** Present if these tokens allow only the calls that set up the second factor. */
  second_factor_enrolment_required?: true
}

export type LinkPurpose = 'verify_email' | 'reset_password' | 'staff_invited'
/** Purposes of links that set a password: an invitation works like a reset. */
export const passwordLinks = ['reset_password', 'staff_invited'] as const satisfies readonly LinkPurpose[]
/** Reads stored links without the newer rules that apply to entered ones. */
export const storedSocialLinks: z.ZodType<SocialLinks> = z.object({
  instagram: z.string().optional(),
  tiktok: z.string().optional(),
  youtube: z.string().optional(),
})
