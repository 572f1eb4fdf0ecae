import { z } from 'zod'
import { codedSentence } from '#messages/server/catalogue.ts'
import { profileTextMax } from './constants.ts'
import { isSocialLink, type SocialSite } from './social-sites.ts'

export * from './social-sites.ts'

const link = (site: SocialSite, name: string) =>
  z
    .string({ error: codedSentence('field.not_string') })
    .trim()
    .max(profileTextMax.social, codedSentence('field.too_long', { max: profileTextMax.social }))
    .refine((value) => isSocialLink(site, value), codedSentence('social_link_unfit', { site: name }))
    .optional()

export const socialLinks = z.object(
  {
    instagram: link('instagram', 'Instagram'),
    tiktok: link('tiktok', 'TikTok'),
    youtube: link('youtube', 'YouTube'),
  },
  { error: codedSentence('field.not_object') },
)
export type SocialLinks = z.infer<typeof socialLinks>
