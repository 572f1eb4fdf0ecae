// No zod, as in constants.ts.

export const socialSites = ['instagram', 'tiktok', 'youtube'] as const
export type SocialSite = (typeof socialSites)[number]

export function isSocialSite(name: string): name is SocialSite {
  return socialSites.some((site) => site === name)
}

const hosts: Record<SocialSite, readonly string[]> = {
  instagram: ['instagram.com'],
  tiktok: ['tiktok.com'],
  youtube: ['youtube.com', 'youtu.be'],
}

const HANDLE = /^@?[\w.-]{1,60}$/

/** Accepts a handle, an https link of the site, or empty, which removes it. */
export function isSocialLink(site: SocialSite, value: string): boolean {
  if (value === '' || HANDLE.test(value)) return true
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return (
    protocol === 'https:' && hosts[site].some((host) => hostname === host || hostname.endsWith(`.${host}`))
  )
}

const profiles: Record<SocialSite, string> = {
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
}

/** The address of a link or handle, or null if the value is neither. */
export function socialAddress(site: SocialSite, value: string): string | null {
  if (value === '' || !isSocialLink(site, value)) return null
  return HANDLE.test(value) ? `${profiles[site]}${encodeURIComponent(value.replace(/^@/, ''))}` : value
}
