import type { Profile, ProfileChange } from '#lib/contract/profiles/calls.ts'
import { profileTextMax } from '#lib/contract/profiles/constants.ts'
import { isCounty } from '#lib/contract/profiles/counties.ts'
import { isSocialSite } from '#lib/contract/profiles/social-sites.ts'
import type { FieldIssue } from '../forms/use-api-form.ts'

export const profileFields = [
  'display_name',
  'bio',
  'location',
  'county',
  'instagram',
  'tiktok',
  'youtube',
] as const
export type ProfileField = (typeof profileFields)[number]
export type ProfileForm = Record<ProfileField, string>
export type ProfileProblem = 'displayNameMissing' | 'displayNameShort' | 'tooLong' | 'social'

export function profileFormOf({ display_name, bio, location, county, social_links }: Profile): ProfileForm {
  const { instagram = '', tiktok = '', youtube = '' } = social_links
  return { display_name, bio, location, county, instagram, tiktok, youtube }
}

export function profileChangeOf(form: ProfileForm): ProfileChange {
  return {
    display_name: form.display_name.trim(),
    bio: form.bio.trim(),
    location: form.location.trim(),
    county: isCounty(form.county) ? form.county : '',
    social_links: {
      instagram: form.instagram.trim(),
      tiktok: form.tiktok.trim(),
      youtube: form.youtube.trim(),
    },
  }
}

export const profileFieldOf: Readonly<Record<string, ProfileField>> = {
  'social_links.instagram': 'instagram',
  'social_links.tiktok': 'tiktok',
  'social_links.youtube': 'youtube',
}

/** @param say translates a problem */
export function profileRules(say: (problem: ProfileProblem, field: ProfileField) => string) {
  return {
    toBody: profileChangeOf,
    schema: async () => (await import('#lib/contract/profiles/calls.ts')).updateProfile.body,
    fieldOf: profileFieldOf,
    sentence: (field: ProfileField, issue: FieldIssue) => {
      const problem = problemOfIssue(field, issue)
      return problem ? say(problem, field) : undefined
    },
  }
}

export function profileMaxOf(field: ProfileField): number {
  if (field === 'county') return Number.POSITIVE_INFINITY
  return isSocialSite(field) ? profileTextMax.social : profileTextMax[field]
}

function problemOfIssue(field: ProfileField, issue: FieldIssue): ProfileProblem | null {
  if (issue.code === 'too_big') return 'tooLong'
  if (issue.code === 'too_small') return issue.minimum === 1 ? 'displayNameMissing' : 'displayNameShort'
  return isSocialSite(field) ? 'social' : null
}
