import { VerifyEmailScreen } from '#components/accounts/verify-email-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('VerifyEmail')

export default function VerifyEmail() {
  return (
    <PageMessages namespaces={['VerifyEmail', 'Resend']}>
      <VerifyEmailScreen />
    </PageMessages>
  )
}
