import type { Metadata } from 'next'
import { getTranslations, setRequestLocale } from 'next-intl/server'
import { AccountType } from '#components/account/account-type.tsx'
import { Notice } from '#components/layout/notice.tsx'

type UnauthorizedProps = { params: Promise<{ locale: string }> }

export async function generateMetadata({ params }: UnauthorizedProps): Promise<Metadata> {
  const { locale } = await params
  const t = await getTranslations({ locale, namespace: 'Unauthorized' })
  return { title: t('title'), robots: { index: false } }
}

export default async function Unauthorized({ params }: UnauthorizedProps) {
  const { locale } = await params
  setRequestLocale(locale)
  const t = await getTranslations('Unauthorized')
  return (
    <Notice title={t('title')} action={{ href: '/', words: t('home') }}>
      <p>{t('detail')}</p>
      <AccountType words={{ label: t('accountType'), none: t('signedOut') }} />
    </Notice>
  )
}
