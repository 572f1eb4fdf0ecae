import { useTranslations } from 'next-intl'
import { TabHead } from '#components/desk/tab-head.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { SettingCard } from './setting-card.tsx'
import { useSystemSettings } from './use-system-settings.ts'

/** Every value that super admins may change, with its bounds and who changed it. */
export default function SettingsTab() {
  const t = useTranslations('SystemSettings')
  const query = useSystemSettings()
  return (
    <>
      <TabHead title={t('title')} note={t('note')} />
      <TabState query={query} failed={t('failed')}>
        {(settings) => (
          <ul className="mt-5 grid grid-cols-1 gap-4 lg:grid-cols-2">
            {settings.map((setting) => (
              <li key={setting.name} className="min-w-0">
                <SettingCard setting={setting} />
              </li>
            ))}
          </ul>
        )}
      </TabState>
    </>
  )
}
