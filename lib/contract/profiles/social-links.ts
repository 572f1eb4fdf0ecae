import { z } from 'zod'
import { profileTextMax } from './constants.ts'
import { isSocialLink, type SocialSite } from './social-sites.ts'

export * from './social-sites.ts'

const link = (site: SocialSite, name: string) =>
  z
    .string({ error: 'Not a valid string.' })
    .trim()
    .max(profileTextMax.social, `Ensure this field has no more than ${profileTextMax.social} characters.`)
    .refine((value) => isSocialLink(site, value), `Enter a ${name} handle or an https link to ${name}.`)
    .optional()

export const socialLinks = z.object(
  {
    instagram: link('instagram', 'Instagram'),
    tiktok: link('tiktok', 'TikTok'),
    youtube: link('youtube', 'YouTube'),
  },
  { error: 'Expected an object.' },
)
export type SocialLinks = z.infer<typeof socialLinks>
