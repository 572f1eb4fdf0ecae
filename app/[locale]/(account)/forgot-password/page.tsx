import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ForgotPasswordScreen } from '#components/accounts/forgot-password-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'

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
