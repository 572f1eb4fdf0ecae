/** A reason to stop that is printed as one sentence, without a stack. */
export class StopError extends Error {
  override name = 'StopError'
}
