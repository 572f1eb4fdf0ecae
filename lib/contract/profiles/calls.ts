import { z } from 'zod'
import { role } from '#lib/contract/accounts/calls.ts'
import {
  defineCall,
  money,
  nothing,
  optionalText,
  publicText,
  requiredName,
  requiredString,
  requiredText,
  timestamp,
  uuid,
  wholeNumber,
} from '#lib/contract/call.ts'
import {
  kycDocument,
  kycDocumentType,
  kycForm,
  kycStatus,
  missingRequirements,
} from '#lib/contract/kyc/calls.ts'
import { mailLocales } from '#lib/contract/mail/locales.ts'
import { optionalMobile } from '#lib/contract/phone-field.ts'
import { codedSentence } from '#messages/server/catalogue.ts'
import { AVATAR_MAX, avatarTypes, DISPLAY_NAME_MIN, profileTextMax } from './constants.ts'
import { counties } from './counties.ts'
import { socialLinks } from './social-links.ts'

export * from './constants.ts'

export const profile = kycForm.extend({
  /** The user's id. */
  id: z.string(),
  user: z.object({
    id: z.string(),
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    role,
    phone_number: z.string(),
    created_at: timestamp,
  }),
  display_name: z.string(),
  bio: z.string(),
  location: z.string(),
  /** One of Kenya's 47 counties, or ''. */
  county: z.string(),
  social_links: socialLinks,
  /** A picture's address, or the role's emoji. */
  avatar: z.string(),
  kyc_status: kycStatus,
  kyc_rejection_reason: z.string(),
  /** By form field or document type. */
  kyc_field_reasons: z.record(z.string(), z.string()),
  /** Time of the last decision: officers did not see later documents. */
  kyc_reviewed_at: timestamp.nullable(),
  required_fields: z.array(z.string()),
  required_documents: z.array(kycDocumentType),
  missing_requirements: missingRequirements,
  is_kyc_complete: z.boolean(),
  documents: z.array(kycDocument),
  total_votes: z.number().int(),
  total_views: z.number().int(),
  /** Language of mails, and of pages without a choice on the device. */
  locale: z.enum(mailLocales),
})
export type Profile = z.infer<typeof profile>

export const me = defineCall('GET /users/profiles/me/', {
  group: 'Profile',
  summary: 'The profile of the one who asks, with their KYC form and what it lacks',
  access: 'member',
  answer: profile,
})

export const updateProfile = defineCall('PATCH /users/profiles/{id}/', {
  group: 'Profile',
  alsoAnswers: [409],
  summary: 'Change the own profile or KYC draft; KYC fields are locked while under review or approved',
  access: 'member',
  params: z.object({ id: uuid }),
  body: kycForm
    .extend({
      display_name: requiredName(profileTextMax.display_name, DISPLAY_NAME_MIN),
      bio: publicText(optionalText(profileTextMax.bio)),
      location: publicText(optionalText(profileTextMax.location)),
      county: z.union([z.enum(counties), z.literal('')], { error: codedSentence('choose.county') }),
      social_links: socialLinks,
      phone_number: optionalMobile,
      locale: z.enum(mailLocales, { error: codedSentence('choose.language') }),
    })
    .partial(),
  answer: profile,
})

export type ProfileChange = z.input<typeof updateProfile.body>
export type CheckedProfileChange = z.output<typeof updateProfile.body>

export const initiateAvatarUpload = defineCall('POST /users/avatar/initiate/', {
  group: 'Profile',
  summary: 'Ask for a signed link to PUT a picture to',
  access: 'member',
  body: z.object({
    file_name: requiredText(200),
    file_size: wholeNumber
      .min(1, codedSentence('file_empty'))
      .max(AVATAR_MAX, codedSentence('file_too_large.picture')),
    mime_type: z.enum(avatarTypes, {
      error: codedSentence('invalid_file_type.picture'),
    }),
  }),
  status: 201,
  answer: z.object({ session_id: z.string(), upload_url: z.string(), expires_at: timestamp }),
})

export const completeAvatarUpload = defineCall('POST /users/avatar/{id}/complete/', {
  group: 'Profile',
  alsoAnswers: [400, 409],
  summary: 'Say that the picture was put; it is checked and shown',
  access: 'member',
  params: z.object({ id: uuid }),
  answer: z.object({ avatar: z.string() }),
})

export const exportMe = defineCall('GET /users/me/export/', {
  group: 'Profile',
  alsoAnswers: [429],
  summary: 'Everything that is held about the one who asks',
  access: 'member',
  answer: z.record(z.string(), z.unknown()),
})

export const deleteMe = defineCall('POST /users/me/delete/', {
  group: 'Profile',
  alsoAnswers: [409],
  summary: 'Erase the identity of the one who asks; the ledger is kept',
  access: 'member',
  body: z.object({
    password: z.string(requiredString).min(1, codedSentence('field.required')).max(128),
    /** What is left in the wallet, too little to withdraw, in shillings as shown; lost with the account. */
    given_up: money.optional(),
  }),
  status: 204,
  answer: nothing,
})
