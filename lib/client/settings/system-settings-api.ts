import { apiGet, apiPatch, apiPost } from '#lib/client/http/api-client.ts'
import type { SystemSetting } from '#lib/contract/settings/calls.ts'

/** @throws ApiError */
export async function fetchSystemSettings(signal?: AbortSignal): Promise<SystemSetting[]> {
  const { results } = await apiGet<{ results: SystemSetting[] }>('/admin/system-settings/', { signal })
  return results
}

/** Changes a setting from the version that the person saw. @throws ApiError */
export function changeSystemSetting(
  { name, version }: Pick<SystemSetting, 'name' | 'version'>,
  value: number,
): Promise<SystemSetting> {
  return apiPatch<SystemSetting>('/admin/system-settings/', { name, value, version })
}

/** Confirms another super admin's change of a setting, or calls one off. @throws ApiError */
export function decideSettingProposal(id: string, decision: 'approve' | 'reject'): Promise<SystemSetting> {
  return apiPost<SystemSetting>(`/admin/system-settings/proposals/${id}/${decision}/`, {})
}
