import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { StaffPage } from '#components/desk/staff-page.tsx'
import { AdminScreen } from '#components/superadmin/admin-screen.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Admin')
  return { title: t('title'), robots: { index: false } }
}

export default async function SuperAdmin() {
  const t = await getTranslations('Admin')
  return (
    <StaffPage title={t('title')} namespaces={['Admin']}>
      <AdminScreen />
    </StaffPage>
  )
}
