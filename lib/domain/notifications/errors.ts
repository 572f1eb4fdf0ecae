import { RuleError } from '#lib/core/errors.ts'

/** For a mailed link whose signature is not ours, or that names what is not there any more. */
export function badLink(): RuleError {
  return new RuleError('bad_link', 400)
}
