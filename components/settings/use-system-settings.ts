import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useFormats } from '#components/ui/use-formats.ts'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { SystemSetting } from '#lib/contract/settings/calls.ts'
import type { SettingUnit } from '#lib/contract/settings/constants.ts'

const settings = apiQuery('GET /admin/system-settings/')
/** Poll interval, because other admins change settings too. */
const EVERY_MS = 15_000

export function useSystemSettings() {
  return useQuery({ ...settings, select: ({ results }) => results, refetchInterval: EVERY_MS })
}

export function useSettingsKeeper() {
  const client = useQueryClient()
  return {
    keep: (changed: SystemSetting) =>
      client.setQueryData(
        settings.queryKey,
        (known) =>
          known && {
            ...known,
            results: known.results.map((one) => (one.name === changed.name ? changed : one)),
          },
      ),
    reload: () => client.invalidateQueries({ queryKey: settings.queryKey }),
  }
}

/** Formats a value with its unit: `KES 50,000`, `3 tracks`, `day 8`. */
export function useSettingValue(unit: SettingUnit): (value: number) => string {
  const t = useTranslations('SystemSettings.units')
  const formats = useFormats()
  return (value) => (unit === 'shillings' ? formats.shillings(value) : t(unit, { value }))
}
