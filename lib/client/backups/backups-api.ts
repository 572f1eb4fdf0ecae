import { apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type { Backup, BackupList } from '#lib/contract/backups/calls.ts'

/** @throws ApiError */
export function fetchBackups(signal?: AbortSignal): Promise<BackupList> {
  return apiGet<BackupList>('/admin/backups/', { signal })
}

/** @throws ApiError */
export function orderBackup(): Promise<Backup> {
  return apiPost<Backup>('/admin/backups/', {})
}

/** @throws ApiError */
export function orderVerification(backupId: string): Promise<Backup> {
  return apiPost<Backup>(`/admin/backups/${backupId}/verify/`, {})
}
