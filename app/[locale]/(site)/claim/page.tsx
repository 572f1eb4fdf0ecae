import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ClaimPage } from '#components/gifts/claim/claim-page.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Claim')
  return { title: t('title'), description: t('intro') }
}

export default function Claim() {
  return <ClaimPage />
}
