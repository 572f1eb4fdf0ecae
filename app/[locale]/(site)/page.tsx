import type { Metadata } from 'next'
import { HomePage } from '#components/home/home-page.tsx'
import { alternatesOf } from '#components/shell/page-metadata.ts'
import { feedOrderings } from '#lib/client/videos/home-view.ts'
import { readHomeContent } from '#lib/web/pages/page-content.ts'

export const dynamicParams = false

export const revalidate = 5

export async function generateMetadata(): Promise<Metadata> {
  return { alternates: await alternatesOf('/') }
}

export default async function Home({ params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params
  const content = await readHomeContent(feedOrderings.newest)
  return <HomePage locale={locale} view="newest" {...content} />
}
