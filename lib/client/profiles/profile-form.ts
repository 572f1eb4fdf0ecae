import type { Profile, ProfileChange } from '#lib/contract/profiles/calls.ts'
import { DISPLAY_NAME_MIN, profileTextMax } from '#lib/contract/profiles/constants.ts'
import { isSocialLink, socialSites } from '#lib/contract/profiles/social-sites.ts'

export const profileFields = ['display_name', 'bio', 'location', 'instagram', 'tiktok', 'youtube'] as const
export type ProfileField = (typeof profileFields)[number]
export type ProfileForm = Record<ProfileField, string>
export type ProfileProblem = 'displayNameMissing' | 'displayNameShort' | 'tooLong' | 'social'

export function profileFormOf({ display_name, bio, location, social_links }: Profile): ProfileForm {
  const { instagram = '', tiktok = '', youtube = '' } = social_links
  return { display_name, bio, location, instagram, tiktok, youtube }
}

/** Returns the change that the form sends: all its fields, trimmed. */
export function profileChangeOf(form: ProfileForm): ProfileChange {
  return {
    display_name: form.display_name.trim(),
    bio: form.bio.trim(),
    location: form.location.trim(),
    social_links: {
      instagram: form.instagram.trim(),
      tiktok: form.tiktok.trim(),
      youtube: form.youtube.trim(),
    },
  }
}

/** Finds what the server would refuse, by field. */
export function profileProblems(form: ProfileForm): Partial<Record<ProfileField, ProfileProblem>> {
  const found = profileFields.map((field) => [field, problemOf(field, form[field].trim())] as const)
  return Object.fromEntries(found.filter(([, problem]) => problem !== null))
}

/** Returns how many characters a field takes. */
export function profileMaxOf(field: ProfileField): number {
  return isSite(field) ? profileTextMax.social : profileTextMax[field]
}

/** Returns the form's own name of a field that a refusal names, e.g. `social_links.tiktok`. */
export function profileFieldNamed(name: string): ProfileField | null {
  return profileFields.find((field) => field === name.replace(/^social_links\./, '')) ?? null
}

function problemOf(field: ProfileField, value: string): ProfileProblem | null {
  if (value.length > profileMaxOf(field)) return 'tooLong'
  if (isSite(field)) return isSocialLink(field, value) ? null : 'social'
  if (field !== 'display_name') return null
  if (value === '') return 'displayNameMissing'
  return value.length < DISPLAY_NAME_MIN ? 'displayNameShort' : null
}

type Site = (typeof socialSites)[number]

function isSite(field: ProfileField): field is Site {
  return socialSites.some((site) => site === field)
}
