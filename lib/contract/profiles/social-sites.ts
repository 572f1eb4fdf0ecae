/** Apart from the schemas: no validation library comes with it to the browser. */
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

const profiles: Record<SocialSite, string> = {
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
  youtube: 'https://www.youtube.com/@',
}

/** Where a kept link leads: handles are put below their site. Null for what is neither. */
export function socialAddress(site: SocialSite, value: string): string | null {
  if (value === '' || !isSocialLink(site, value)) return null
  return HANDLE.test(value) ? `${profiles[site]}${encodeURIComponent(value.replace(/^@/, ''))}` : value
}
