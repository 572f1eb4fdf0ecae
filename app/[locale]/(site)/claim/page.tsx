import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { ClaimPage } from '#components/claim/claim-page.tsx'

export const dynamicParams = false

type ClaimProps = { params: Promise<{ locale: string }> }

export async function generateMetadata({ params }: ClaimProps): Promise<Metadata> {
  const { locale } = await params
  const t = await getTranslations({ locale, namespace: 'Claim' })
  return { title: t('title'), description: t('intro'), alternates: { canonical: '/claim' } }
}

export default async function Claim({ params }: ClaimProps) {
  const { locale } = await params
  setRequestLocale(locale)
  return <ClaimPage />
}
