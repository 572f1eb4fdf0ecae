import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery } from '#lib/client/http/api-query.ts'
import type { SystemSetting } from '#lib/contract/settings/calls.ts'

const settings = apiQuery('GET /admin/system-settings/')
/** Poll interval, because other admins change settings too. */
const EVERY_MS = 15_000

export function useSystemSettings() {
  return useQuery({ ...settings, select: ({ results }) => results, refetchInterval: EVERY_MS })
}

/** Updates the list after any change. */
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
