'use client'

import { useTranslations } from 'next-intl'

export default function OverviewTab() {
  const t = useTranslations('Admin')
  return <h2 className="text-2xl">{t('tabs.overview')}</h2>
}
