'use client'

import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { SocialLinks as Links } from '#lib/contract/profiles/social-links.ts'
import { socialAddress, socialSites } from '#lib/contract/profiles/social-sites.ts'

/** Links to the person elsewhere; what is none is not shown. */
export function SocialLinks({ links }: { links: Links }) {
  const t = useTranslations('Profile')
  const shown = socialSites.flatMap((site) => {
    const value = links[site] ?? ''
    const address = socialAddress(site, value)
    return address ? [{ site, address, name: nameIn(value) }] : []
  })
  if (shown.length === 0) return null
  return (
    <ul aria-label={t('links')} className="flex flex-wrap gap-2">
      {shown.map(({ site, address, name }) => (
        <li key={site}>
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className="tap inline-flex max-w-full items-center gap-2 rounded-full bg-sunken px-4 font-semibold"
          >
            <span className="truncate">{t('visit', { site: t(`sites.${site}`), name })}</span>
            <ExternalLink aria-hidden="true" className="size-4 shrink-0" />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The handle, or the last part of a link. */
function nameIn(value: string): string {
  return value.replace(/\/+$/, '').split('/').at(-1) ?? value
}
