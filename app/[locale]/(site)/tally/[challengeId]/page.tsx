import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { AnswerStatus } from '#components/shell/answer-status.tsx'
import { Notice } from '#components/shell/notice.tsx'
import { alternatesOf } from '#components/shell/page-metadata.ts'
import { TallyPage } from '#components/tally/tally-page.tsx'
import { findTallyChallenge } from '#lib/domain/tally/queries.ts'
import { monthTitle } from '#messages/month-title.ts'

export const revalidate = 60

/** Rendered on first request; the browser loads the list. */
export function generateStaticParams() {
  return []
}

type TallyProps = { params: Promise<{ locale: string; challengeId: string }> }

const findOnce = cache(findTallyChallenge)

export async function generateMetadata({ params }: TallyProps): Promise<Metadata> {
  const { locale, challengeId } = await params
  const t = await getTranslations('Tally')
  const challenge = await findOnce(challengeId)
  if (!challenge) return { title: t('missing'), robots: { index: false } }
  return {
    title: t('metaTitle', { month: monthTitle(challenge.title, locale) }),
    description: t('intro'),
    alternates: await alternatesOf(`/tally/${challenge.id}`),
  }
}

export default async function Tally({ params }: TallyProps) {
  const { challengeId } = await params
  const challenge = await findOnce(challengeId)
  return challenge ? <TallyPage challenge={challenge} /> : <TallyMissing />
}

async function TallyMissing() {
  const t = await getTranslations('Tally')
  return (
    <>
      <AnswerStatus status={404} />
      <Notice title={t('missing')} action={{ href: '/', words: t('backHome') }}>
        {t('missingDetail')}
      </Notice>
    </>
  )
}
