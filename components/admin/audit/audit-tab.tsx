'use client'

import { useTranslations } from 'next-intl'

export default function AuditTab() {
  const t = useTranslations('Admin')
  return <h2 className="text-2xl">{t('tabs.audit')}</h2>
}
