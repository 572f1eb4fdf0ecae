import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { VerifyEmailScreen } from '#components/accounts/verify-email-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('VerifyEmail')
  return { title: t('title'), robots: { index: false } }
}

export default function VerifyEmail() {
  return (
    <PageMessages namespaces={['VerifyEmail', 'Resend']}>
      <VerifyEmailScreen />
    </PageMessages>
  )
}
