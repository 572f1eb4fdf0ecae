import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { FaqPage } from '#components/faq/faq-page.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Faq')
  return { title: t('title'), description: t('intro') }
}

export default function Faq() {
  return <FaqPage />
}
