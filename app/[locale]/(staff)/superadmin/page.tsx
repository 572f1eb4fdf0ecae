import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AdminScreen } from '#components/admin/admin-screen.tsx'
import { StaffPage } from '#components/staff/staff-page.tsx'

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
