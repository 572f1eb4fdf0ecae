import { RuleError } from '#lib/core/errors.ts'

/** A mailed link with a wrong signature, or about something deleted. */
export function badLink(): RuleError {
  return new RuleError('bad_link', 400)
}
