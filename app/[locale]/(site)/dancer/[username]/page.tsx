import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { alternatesOf } from '#components/shell/page-metadata.ts'
import { DancerPage } from '#components/videos/pages/dancer-page.tsx'
import { NotFoundPage } from '#components/videos/pages/not-found-page.tsx'
import { findDancerContent } from '#lib/web/pages/page-content.ts'

export const revalidate = 5

/** Rendered on first request. */
export function generateStaticParams() {
  return []
}

type DancerProps = { params: Promise<{ locale: string; username: string }> }

const findOnce = cache(findDancerContent)

// Next decodes `username` here, but not for the page.
export async function generateMetadata({ params }: DancerProps): Promise<Metadata> {
  const { username } = await params
  const t = await getTranslations('Dancer')
  const dancer = await findOnce(username)
  if (!dancer) return { title: t('notFound'), robots: { index: false } }
  const title = t('title', { name: dancer.displayName })
  const path = `/dancer/${encodeURIComponent(dancer.username)}`
  return {
    title,
    description: t('intro', { name: dancer.displayName }),
    alternates: await alternatesOf(path),
  }
}

export default async function Dancer({ params }: DancerProps) {
  const { locale, username } = await params
  const dancer = await findOnce(decodeURIComponent(username))
  return dancer ? <DancerPage locale={locale} dancer={dancer} /> : <NotFoundPage of="Dancer" />
}
