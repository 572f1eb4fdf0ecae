import { apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type { UsersPage, UsersQuery } from '#lib/contract/accounts/user-list.ts'
import type { AuditFilters, AuditLogPage } from '#lib/contract/audit/calls.ts'
import type { StatsStep, SystemOverview, SystemStats } from '#lib/contract/overview/calls.ts'
import type { InviteStaffBody, StaffMember, StaffPage } from '#lib/contract/staff/calls.ts'
import type {
  FundTransfer,
  FundTransferBody,
  FundTransferPage,
  SystemWalletList,
} from '#lib/contract/transfers/calls.ts'

/** @throws ApiError */
export function fetchOverview(signal?: AbortSignal): Promise<SystemOverview> {
  return apiGet<SystemOverview>('/admin/overview/', { signal })
}

/** @throws ApiError */
export function fetchStats(step: StatsStep, signal?: AbortSignal): Promise<SystemStats> {
  return apiGet<SystemStats>('/admin/stats/', { query: { step }, signal })
}

export const USERS_PAGE_SIZE = 20

/** Everybody who has an account. @throws ApiError */
export function fetchUsers(query: Omit<UsersQuery, 'page_size'>, signal?: AbortSignal): Promise<UsersPage> {
  return apiGet<UsersPage>('/admin/users/', { query: { ...query, page_size: USERS_PAGE_SIZE }, signal })
}

/** @throws ApiError */
export function fetchSystemWallets(signal?: AbortSignal): Promise<SystemWalletList> {
  return apiGet<SystemWalletList>('/admin/wallets/', { signal })
}

/** The newest transfers. @throws ApiError */
export function fetchTransfers(
  query: { status?: FundTransfer['status']; page_size: number },
  signal?: AbortSignal,
): Promise<FundTransferPage> {
  return apiGet<FundTransferPage>('/admin/fund-transfers/', { query, signal })
}

/** @param attempt the name of this try: sent again over a bad line, it moves the money once. @throws ApiError */
export function sendTransfer(body: FundTransferBody, attempt: string): Promise<FundTransfer> {
  return apiPost<FundTransfer>('/admin/fund-transfer/', body, { headers: { 'Idempotency-Key': attempt } })
}

/** @throws ApiError */
export function decideTransfer(id: string, decision: 'approve' | 'reject'): Promise<FundTransfer> {
  return apiPost<FundTransfer>(`/admin/fund-transfers/${id}/${decision}/`, {})
}

export const STAFF_PAGE_SIZE = 20

/** @throws ApiError */
export function fetchStaff(
  query: { page: number; search?: string },
  signal?: AbortSignal,
): Promise<StaffPage> {
  return apiGet<StaffPage>('/admin/compliance-staff/', {
    query: { ...query, page_size: STAFF_PAGE_SIZE },
    signal,
  })
}

/** @throws ApiError */
export function inviteStaff(body: InviteStaffBody): Promise<StaffMember> {
  return apiPost<StaffMember>('/admin/compliance-staff/', body)
}

/** @throws ApiError */
export function turnStaff(id: string, turn: 'activate' | 'deactivate'): Promise<StaffMember> {
  return apiPost<StaffMember>(`/admin/compliance-staff/${id}/${turn}/`, {})
}

/** What becomes of somebody's authenticator app: one super admin asks for a reset, another confirms it or calls it off. */
export type ResetStep = 'ask' | 'approve' | 'reject'

/** @throws ApiError */
export function resetSecondFactor(id: string, step: ResetStep): Promise<StaffMember> {
  const path = `/admin/compliance-staff/${id}/reset-second-factor/`
  return apiPost<StaffMember>(step === 'ask' ? path : `${path}${step}/`, {})
}

export const AUDIT_PAGE_SIZE = 20

/** @throws ApiError */
export function fetchAudit(filters: AuditFilters, page: number, signal?: AbortSignal): Promise<AuditLogPage> {
  return apiGet<AuditLogPage>('/admin/audit-logs/', {
    query: { ...filters, page, page_size: AUDIT_PAGE_SIZE },
    signal,
  })
}

/** The same as the text of a CSV file, whole. @throws ApiError */
export function fetchAuditCsv(filters: AuditFilters): Promise<string> {
  return apiGet<string>('/admin/audit-logs.csv', { query: filters })
}
