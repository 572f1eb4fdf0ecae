'use client'

import { useTranslations } from 'next-intl'

export default function WalletsTab() {
  const t = useTranslations('Admin')
  return <h2 className="text-2xl">{t('tabs.wallets')}</h2>
}
