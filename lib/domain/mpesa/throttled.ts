import { gatewayFault } from '#lib/daraja/answers.ts'

/**
 * Whether the gateway says that we call too often, so that nobody behind it has seen the call. Its other faults, as that nobody has
 * answered in time, have the same form and prove nothing (docs/daraja.md).
 */
export function isThrottled({ status, body }: { status: number; body: unknown }): boolean {
  const { data } = gatewayFault.safeParse(body)
  return status === 429 || (data !== undefined && /spike arrest|quota/i.test(data.fault.faultstring))
}
