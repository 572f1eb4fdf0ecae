import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ResultsPage } from '#components/challenges/results/results-page.tsx'
import { FollowSection } from '#components/notifications/follow-section.tsx'
import { alternatesOf } from '#components/shell/page-metadata.ts'
import { readPastMonths } from '#lib/web/challenges/results-content.ts'

export const dynamicParams = false

export const revalidate = 5

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Results')
  return { title: t('title'), description: t('intro'), alternates: await alternatesOf('/results') }
}

export default async function Results({ params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params
  return (
    <>
      <ResultsPage locale={locale} months={await readPastMonths()} />
      <FollowSection challengeId="current" />
    </>
  )
}
