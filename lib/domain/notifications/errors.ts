import { RuleError } from '#lib/core/errors.ts'

export function badLink(): RuleError {
  return new RuleError('bad_link', 'This link does not work any more.', 400)
}
