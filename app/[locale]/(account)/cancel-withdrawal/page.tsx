import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { CancelWithdrawalScreen } from '#components/payouts/cancel-withdrawal-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'

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
