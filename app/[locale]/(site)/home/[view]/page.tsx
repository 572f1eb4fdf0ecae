import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { HomePage } from '#components/home/home-page.tsx'
import { alternatesOf } from '#components/shell/page-metadata.ts'
import { addressOf, feedOrderings, feedSorts, isFeedSort } from '#lib/client/videos/home-view.ts'
import { readHomeContent } from '#lib/web/pages/page-content.ts'

export const revalidate = 5
export const dynamicParams = false

/** next.config.mjs rewrites `/?sort=…` to this page. */
export function generateStaticParams() {
  return feedSorts.filter((sort) => sort !== 'newest').map((view) => ({ view }))
}

export async function generateMetadata({ params }: { params: Promise<{ view: string }> }): Promise<Metadata> {
  const { view } = await params
  return isFeedSort(view) ? { alternates: await alternatesOf(addressOf(view)) } : {}
}

export default async function HomeView({ params }: { params: Promise<{ locale: string; view: string }> }) {
  const { locale, view } = await params
  if (!isFeedSort(view)) notFound()
  const content = await readHomeContent(feedOrderings[view])
  return <HomePage locale={locale} view={view} {...content} />
}
