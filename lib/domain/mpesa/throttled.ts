import { gatewayFault } from '#lib/daraja/answers.ts'

/** A throttled call never reached M-Pesa. The gateway's other faults, such as timeouts, prove nothing. */
export function isThrottled({ status, body }: { status: number; body: unknown }): boolean {
  const { data } = gatewayFault.safeParse(body)
  return status === 429 || (data !== undefined && /spike arrest|quota/i.test(data.fault.faultstring))
}
