import { env } from '#lib/core/env.ts'
import type { AccountBalanceRequest } from '#lib/daraja/requests.ts'
import { callbackUrl } from './callback-path.ts'
import { postWithCredential } from './client.ts'
import type { DarajaAnswer } from './http.ts'

/** As stored before the call: without credential and addresses. */
export function balanceFields() {
  return {
    Initiator: env.MPESA_INITIATOR_NAME,
    CommandID: 'AccountBalance' as const,
    PartyA: env.MPESA_SHORTCODE,
    IdentifierType: '4',
    Remarks: 'Reconciliation',
  }
}

/**
 * Asks for our balances; they arrive later as a Result (docs/daraja.md, account balance).
 * @param requestId the call's row in daraja_request
 */
export function queryBalance(requestId: string): Promise<DarajaAnswer> {
  return postWithCredential<AccountBalanceRequest>('/mpesa/accountbalance/v1/query', {
    ...balanceFields(),
    QueueTimeOutURL: callbackUrl('balance/timeout', requestId),
    ResultURL: callbackUrl('balance/result', requestId),
  })
}
