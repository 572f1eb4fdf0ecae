import { useTranslations } from 'next-intl'
import { TabHead } from '#components/desk/tab-head.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { SettingTable } from './setting-table.tsx'
import { useSystemSettings } from './use-system-settings.ts'

export default function SettingsTab() {
  const t = useTranslations('SystemSettings')
  const query = useSystemSettings()
  return (
    <>
      <TabHead title={t('title')} note={t('note')} />
      <TabState query={query} failed={t('failed')}>
        {(settings) => <SettingTable settings={settings} />}
      </TabState>
    </>
  )
}
