const MIN_CHARACTERS = 10

/** Whether a number may be one that pays the subscription: spec 1, section 5. The server reads it for certain. */
export function isSubscriptionPhone(typed: string): boolean {
  return typed.trim().length >= MIN_CHARACTERS
}
