import { gatewayFault } from '#lib/daraja/answers.ts'

/** M-Pesa has not seen a throttled call. The gateway's other faults, such as timeouts, prove nothing (docs/daraja.md). */
export function isThrottled({ status, body }: { status: number; body: unknown }): boolean {
  const { data } = gatewayFault.safeParse(body)
  return status === 429 || (data !== undefined && /spike arrest|quota/i.test(data.fault.faultstring))
}
