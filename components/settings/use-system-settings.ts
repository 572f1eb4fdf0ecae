'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fetchSystemSettings } from '#lib/client/settings/system-settings-api.ts'
import type { SystemSetting } from '#lib/contract/settings/calls.ts'

const queryKey = ['system-settings']

export function useSystemSettings() {
  return useQuery({ queryKey, queryFn: ({ signal }) => fetchSystemSettings(signal) })
}

/** What is done when a setting was changed, here or by somebody else. */
export function useSettingsKeeper() {
  const client = useQueryClient()
  return {
    keep: (changed: SystemSetting) =>
      client.setQueryData<SystemSetting[]>(queryKey, (known) =>
        known?.map((one) => (one.name === changed.name ? changed : one)),
      ),
    reload: () => client.invalidateQueries({ queryKey }),
  }
}
