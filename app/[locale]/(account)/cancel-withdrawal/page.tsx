import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '#components/layout/page-messages.tsx'
import { CancelWithdrawalScreen } from '#components/wallet/cancel-withdrawal-screen.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('CancelWithdrawal')
  return { title: t('title'), robots: { index: false } }
}

export default function CancelWithdrawal() {
  return (
    <PageMessages namespaces={['CancelWithdrawal']}>
      <CancelWithdrawalScreen />
    </PageMessages>
  )
}
