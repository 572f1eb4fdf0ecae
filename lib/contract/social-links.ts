import { z } from 'zod'

export const socialSites = ['instagram', 'tiktok', 'youtube'] as const
export type SocialSite = (typeof socialSites)[number]

const hosts: Record<SocialSite, readonly string[]> = {
  instagram: ['instagram.com'],
  tiktok: ['tiktok.com'],
  youtube: ['youtube.com', 'youtu.be'],
}

const HANDLE = /^@?[\w.-]{1,60}$/

/** A handle, or an https link of the right site; empty takes it away. */
export function isSocialLink(site: SocialSite, value: string): boolean {
  if (value === '' || HANDLE.test(value)) return true
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return (
    protocol === 'https:' && hosts[site].some((host) => hostname === host || hostname.endsWith(`.${host}`))
  )
}

const link = (site: SocialSite, name: string) =>
  z
    .string({ error: 'Not a valid string.' })
    .trim()
    .max(200, 'Ensure this field has no more than 200 characters.')
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
