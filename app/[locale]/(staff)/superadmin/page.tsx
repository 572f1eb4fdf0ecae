import { getTranslations } from 'next-intl/server'
import { StaffPage } from '#components/desk/staff-page.tsx'
import { unlisted } from '#components/shell/page-metadata.ts'
import { AdminScreen } from '#components/superadmin/admin-screen.tsx'

export const dynamicParams = false

export const generateMetadata = unlisted('Admin')

export default async function SuperAdmin() {
  const t = await getTranslations('Admin')
  return (
    <StaffPage namespaces={[]}>
      <AdminScreen title={t('title')} />
    </StaffPage>
  )
}
