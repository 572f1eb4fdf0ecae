'use client'

import { useTranslations } from 'next-intl'

export default function StaffTab() {
  const t = useTranslations('Admin')
  return <h2 className="text-2xl">{t('tabs.staff')}</h2>
}
