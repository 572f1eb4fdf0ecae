import { RuleError } from '#lib/core/errors.ts'

/** A mailed link has a wrong signature, or its subject was deleted. */
export function badLink(): RuleError {
  return new RuleError('bad_link', 400)
}
