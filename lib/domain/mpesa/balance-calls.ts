import { env } from '#lib/core/env.ts'
import type { AccountBalanceRequest } from '#lib/daraja/requests.ts'
import { callbackUrl } from './callback-path.ts'
import { postWithCredential } from './client.ts'
import type { DarajaAnswer } from './http.ts'

/** The request's fields without credential and addresses: what is stored before it is sent. */
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
 * Asks what our accounts hold (Daraja, account balance). The answer comes as a Result.
 * @param requestId the id of the call's row in daraja_request
 */
export function queryBalance(requestId: string): Promise<DarajaAnswer> {
  return postWithCredential<AccountBalanceRequest>('/mpesa/accountbalance/v1/query', {
    ...balanceFields(),
    QueueTimeOutURL: callbackUrl('balance/timeout', requestId),
    ResultURL: callbackUrl('balance/result', requestId),
  })
}
