import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { FaqPage } from '#components/faq/faq-page.tsx'

type FaqProps = { params: Promise<{ locale: string }> }

export async function generateMetadata({ params }: FaqProps): Promise<Metadata> {
  const { locale } = await params
  const t = await getTranslations({ locale, namespace: 'Faq' })
  return { title: t('title'), description: t('intro'), alternates: { canonical: '/faq' } }
}

export default async function Faq({ params }: FaqProps) {
  const { locale } = await params
  setRequestLocale(locale)
  return <FaqPage />
}
