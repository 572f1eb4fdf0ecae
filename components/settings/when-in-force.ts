import type { SystemSetting } from '#lib/contract/settings/calls.ts'

/**
 * Returns the message that says when a change of a setting is in force. Days of the month make the dates of a challenge when it
 * is opened: the running one has its own already.
 */
export function whenInForce({ takes_two, unit }: Pick<SystemSetting, 'takes_two' | 'unit'>) {
  if (takes_two) return 'byTwo'
  return unit === 'day_of_month' ? 'nextMonth' : 'inForce'
}
