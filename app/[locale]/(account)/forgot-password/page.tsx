import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ForgotPasswordScreen } from '#components/account/forgot-password-screen.tsx'
import { PageMessages } from '#components/layout/page-messages.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('ForgotPassword')
  return { title: t('title'), robots: { index: false } }
}

export default function ForgotPassword() {
  return (
    <PageMessages namespaces={['ForgotPassword', 'Resend']}>
      <ForgotPasswordScreen />
    </PageMessages>
  )
}
