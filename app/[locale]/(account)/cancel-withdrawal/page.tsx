import { CancelWithdrawalScreen } from '#components/payouts/cancel-withdrawal-screen.tsx'
import { PageMessages } from '#components/shell/page-messages.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = unlisted('CancelWithdrawal')

export default function CancelWithdrawal() {
  return (
    <PageMessages namespaces={['CancelWithdrawal']}>
      <CancelWithdrawalScreen />
    </PageMessages>
  )
}
