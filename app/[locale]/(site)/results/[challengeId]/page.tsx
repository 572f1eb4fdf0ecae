import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { MonthPage } from '#components/challenges/results/month-page.tsx'
import { FollowSection } from '#components/notifications/follow-section.tsx'
import { AnswerStatus } from '#components/shell/answer-status.tsx'
import { Notice } from '#components/shell/notice.tsx'
import { alternatesOf } from '#components/shell/page-metadata.ts'
import { findMonthResults } from '#lib/web/challenges/results-content.ts'
import { monthTitle } from '#messages/month-title.ts'

export const revalidate = 5

/** Rendered on first request. */
export function generateStaticParams() {
  return []
}

type MonthProps = { params: Promise<{ locale: string; challengeId: string }> }

const findOnce = cache(findMonthResults)

export async function generateMetadata({ params }: MonthProps): Promise<Metadata> {
  const { locale, challengeId } = await params
  const t = await getTranslations('Results')
  const month = await findOnce(challengeId)
  if (!month) return { title: t('missing'), robots: { index: false } }
  const title = t('monthTitle', { month: monthTitle(month.title, locale) })
  return { title, description: t('intro'), alternates: await alternatesOf(`/results/${month.id}`) }
}

export default async function Month({ params }: MonthProps) {
  const { locale, challengeId } = await params
  const month = await findOnce(challengeId)
  if (!month) return <MonthMissing />
  return (
    <>
      <MonthPage locale={locale} month={month} />
      {month.phase === 'tallying' ? <FollowSection challengeId={month.id} /> : null}
    </>
  )
}

/** An unknown or running month has no results. */
async function MonthMissing() {
  const t = await getTranslations('Results')
  return (
    <>
      <AnswerStatus status={404} />
      <Notice title={t('missing')} action={{ href: '/results', words: t('all') }}>
        {t('missingDetail')}
      </Notice>
    </>
  )
}
