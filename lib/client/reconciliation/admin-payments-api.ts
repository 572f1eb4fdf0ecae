import { apiGet, apiPost } from '#lib/client/http/api-client.ts'
import type {
  AdminPaymentDetail,
  AdminPaymentsPage,
  CaseFilter,
  ResolveBody,
} from '#lib/contract/reconciliation/calls.ts'

const path = '/admin/payments/'
export const CASES_PAGE_SIZE = 20

/** @throws ApiError */
export function fetchCases(
  query: { page: number; status: CaseFilter; search: string },
  signal?: AbortSignal,
): Promise<AdminPaymentsPage> {
  return apiGet<AdminPaymentsPage>(path, { query: { ...query, page_size: CASES_PAGE_SIZE }, signal })
}

/** @throws ApiError */
export function fetchCase(id: string, signal?: AbortSignal): Promise<AdminPaymentDetail> {
  return apiGet<AdminPaymentDetail>(`${path}${encodeURIComponent(id)}/`, { signal })
}

export type Resolution = Partial<ResolveBody> & Pick<ResolveBody, 'decision'>

/** @param key the same for the same try: sent again over a bad line it is done once. @throws ApiError */
export function resolveCase(id: string, body: Resolution, key: string): Promise<AdminPaymentDetail> {
  return apiPost<AdminPaymentDetail>(`${path}${encodeURIComponent(id)}/resolve/`, body, {
    headers: { 'Idempotency-Key': key },
  })
}

/** @throws ApiError */
export function approvePayout(id: string): Promise<unknown> {
  return apiPost(`/admin/payouts/${id}/approve/`, {})
}

/** @throws ApiError */
export function resumePayouts(): Promise<unknown> {
  return apiPost('/admin/payouts/resume/', {})
}

/** @param id as the list names it: `alert-7`. @throws ApiError */
export function acknowledgeAlert(id: string): Promise<unknown> {
  return apiPost(`/admin/payout-alerts/${id.replace('alert-', '')}/acknowledge/`, {})
}
