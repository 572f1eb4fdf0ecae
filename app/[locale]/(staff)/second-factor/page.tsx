import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AccountPage } from '#components/accounts/account-page.tsx'
import { SecondFactorScreen } from '#components/accounts/second-factor/second-factor-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('SecondFactor')
  return { title: t('title'), robots: { index: false } }
}

export default async function SecondFactor() {
  const t = await getTranslations('SecondFactor')
  return (
    <AccountPage heading={t('heading')} intro={t('intro')}>
      <PageMessages namespaces={['SecondFactor']}>
        <SecondFactorScreen />
      </PageMessages>
    </AccountPage>
  )
}
